internal import BackendAPI

/// The error of a call that did not end because its worker ended.
struct WorkerFailure: Error {
    let end: ExitReason
    /// Whether it was this call for which the host ended the worker.
    var isOwnFault = false
    /// Whether the host of the call was given something already, so that it cannot begin again.
    var hasDelivered = false
    /// Whether the plugin was in the call.
    var hasBegun = false
    /// What a call ends with whose own cancellation or deadline was not heard.
    var faultStatus: picker_status?

    /// Whether the plugin went silent in this call, or on after its deadline: the call alone is why.
    var isHang: Bool { isOwnFault && (faultStatus == PICKER_INTERNAL || faultStatus == PICKER_DEADLINE) }

    /// What the call ends with.
    var status: picker_status { faultStatus ?? end.status }
}
