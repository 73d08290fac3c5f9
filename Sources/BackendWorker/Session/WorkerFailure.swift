internal import BackendAPI

/// The error of a call whose worker ended before the call did.
struct WorkerFailure: Error {
    let end: ExitReason
    /// Whether the host ended the worker because of this call.
    var isOwnFault = false
    /// Whether the caller was given something already, so that the call cannot be made again.
    var hasDelivered = false
    /// Whether the plugin was in the call.
    var hasBegun = false
    /// The status of a call whose own cancellation or deadline was not respected, or that went silent.
    var faultStatus: picker_status?

    /// Whether the plugin went silent in this call, or went on after its deadline: the call alone is to blame.
    var isHang: Bool { isOwnFault && (faultStatus == PICKER_INTERNAL || faultStatus == PICKER_DEADLINE) }

    /// The status of the call.
    var status: picker_status { faultStatus ?? end.status }
}
