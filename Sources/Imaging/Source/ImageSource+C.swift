internal import CImaging
internal import SystemPackage

extension ImageSource {
    /// Lends the bytes to a C function. The pointer is good until `body` returns.
    func withCSource<Result>(
        _ body: (imaging_source) throws(ImagingError) -> Result
    ) throws(ImagingError) -> Result {
        switch storage {
        case .file(let file):
            defer { withExtendedLifetime(file) {} }  // The descriptor stays open until here.
            return try body(
                imaging_source(bytes: nil, descriptor: file.descriptor.rawValue, count: byteCount)
            )
        case .memory(let bytes):
            return try bytes.withUnsafeBufferPointer { buffer throws(ImagingError) in
                try body(imaging_source(bytes: buffer.baseAddress, descriptor: -1, count: buffer.count))
            }
        }
    }
}
