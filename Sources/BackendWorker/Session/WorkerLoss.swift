internal import BackendAPI

/// A call found no end, because its worker did.
struct WorkerLoss: Error {
    let end: WorkerEnd
    /// Whether it was this call for which the host ended the worker.
    var isOwnFault = false
    /// Whether the host of the call was given something already, so that it cannot begin anew.
    var hasDelivered = false
    /// Whether the plugin was in the call.
    var hasBegun = false
    /// What a call ends with whose own cancellation or deadline was not heard.
    var faultStatus: picker_status?

    /// What the call ends with.
    var status: picker_status { faultStatus ?? end.status }
}
