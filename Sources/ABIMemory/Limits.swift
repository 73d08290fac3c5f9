public import BackendAPI
public import PhotoModel

extension ResourceLimits {
    /// The limits in a table of `org.picker.limits/1`.
    public init(_ table: picker_limits_v1) {
        self.init(
            maxPixels: Int(clamping: table.max_pixels), maxFileBytes: Int(clamping: table.max_file_bytes),
            maxRequestBytes: Int(clamping: table.max_request_bytes),
            maxRequestMilliseconds: Int(clamping: table.max_request_milliseconds))
    }
}
