internal import ABIMemory
internal import BackendAPI
public import PhotoModel
internal import Platform

extension ResourceLimits {
    /// The limits of this process, for every library and backend; backends ask for them (`org.picker.limits/1`). A new value
    /// applies to image requests that begin later.
    public static var ofProcess: ResourceLimits {
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
    static let current = Mutex(LimitsTable(ResourceLimits()))

    let limits: ResourceLimits
    let pointer: UnsafePointer<picker_limits_v1>

    init(_ limits: ResourceLimits) {
        self.limits = limits
        let table = UnsafeMutablePointer<picker_limits_v1>.allocate(capacity: 1)
        table.initialize(to: picker_limits_v1())
        table.pointee.struct_size = structSize(of: picker_limits_v1.self)
        table.pointee.max_pixels = UInt64(clamping: limits.maxPixels)
        table.pointee.max_file_bytes = UInt64(clamping: limits.maxFileBytes)
        table.pointee.max_request_bytes = UInt64(clamping: limits.maxRequestBytes)
        table.pointee.max_request_milliseconds = UInt64(clamping: limits.maxRequestMilliseconds)
        pointer = UnsafePointer(table)
    }
}
