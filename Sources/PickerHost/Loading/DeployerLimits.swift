internal import ABIMemory
internal import BackendAPI
internal import Synchronization

/// Limits that whoever runs the program sets for image requests; backends ask for them (`org.picker.limits/1`). 0: the
/// backend's own limit.
public struct DeployerLimits: Hashable, Sendable {
    /// Pixels of one image, before scaling.
    public var maxPixels: UInt64
    /// Bytes of one media file that is decoded as an image.
    public var maxFileBytes: UInt64
    /// Bytes of memory that one image request may use.
    public var maxRequestBytes: UInt64
    /// Milliseconds that one image request may be worked on.
    public var maxRequestMilliseconds: UInt64

    public init(
        maxPixels: UInt64 = 0, maxFileBytes: UInt64 = 0, maxRequestBytes: UInt64 = 0,
        maxRequestMilliseconds: UInt64 = 0
    ) {
        self.maxPixels = maxPixels
        self.maxFileBytes = maxFileBytes
        self.maxRequestBytes = maxRequestBytes
        self.maxRequestMilliseconds = maxRequestMilliseconds
    }

    /// What holds in this process, for every library and backend. Image requests that begin later see a new value.
    public static var ofProcess: DeployerLimits {
        get { LimitsTable.current.withLock { $0.limits } }
        set {
            LimitsTable.current.withLock { table in
                if table.limits != newValue { table = LimitsTable(newValue) }
            }
        }
    }
}

/// Limits as backends see them. A backend may keep the pointer as long as the process lives, and finds the same values
/// there (R6.4): new limits are a new table, and the few bytes of an old one stay.
struct LimitsTable: @unchecked Sendable {  // Unchecked: the C table is written in init only.
    static let current = Mutex(LimitsTable(DeployerLimits()))

    let limits: DeployerLimits
    let pointer: UnsafePointer<picker_limits_v1>

    init(_ limits: DeployerLimits) {
        self.limits = limits
        let table = UnsafeMutablePointer<picker_limits_v1>.allocate(capacity: 1)
        table.initialize(to: picker_limits_v1())
        table.pointee.struct_size = structSize(of: picker_limits_v1.self)
        table.pointee.max_pixels = limits.maxPixels
        table.pointee.max_file_bytes = limits.maxFileBytes
        table.pointee.max_request_bytes = limits.maxRequestBytes
        table.pointee.max_request_milliseconds = limits.maxRequestMilliseconds
        pointer = UnsafePointer(table)
    }
}
