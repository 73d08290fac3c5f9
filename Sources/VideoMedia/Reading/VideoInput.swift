internal import CVideo
internal import Imaging
internal import PhotoModel
internal import Platform

/// Passes a source of bytes, and the check for cancellation, to C.
struct VideoInput {
    private let source: VideoBytes
    private let mostHeaderBytes: Int
    private let cancellation: Cancellation

    static func lend<Result>(
        _ source: VideoBytes, mostHeaderBytes: Int, cancellation: Cancellation,
        _ body: (inout video_input) throws(ImagingError) -> Result
    ) throws(ImagingError) -> Result {
        var lent = VideoInput(source: source, mostHeaderBytes: mostHeaderBytes, cancellation: cancellation)
        return try withUnsafeMutablePointer(to: &lent) { pointer throws(ImagingError) in
            var input = pointer.pointee.table(UnsafeMutableRawPointer(pointer))
            return try body(&input)
        }
    }

    private func table(_ context: UnsafeMutableRawPointer) -> video_input {
        video_input(
            context: context, size: Int64(source.byteCount), most_header_bytes: Int64(mostHeaderBytes),
            read: { context, offset, buffer, count in
                guard let context, let buffer else { return -Int64(SystemError.invalidArgument.code) }
                // The pointer was made above, and C calls back only while it is lent.
                return context.assumingMemoryBound(to: VideoInput.self).pointee.read(offset, into: buffer, count)
            },
            is_cancelled: { context in
                guard let context else { return 1 }
                return context.assumingMemoryBound(to: VideoInput.self).pointee.cancellation.isCancelled ? 1 : 0
            })
    }

    private func read(_ offset: Int64, into buffer: UnsafeMutablePointer<UInt8>, _ count: Int) -> Int64 {
        do throws(ImagingError) {
            let bytes = try source.read(Int(clamping: offset), count)
            bytes.withUnsafeBufferPointer { from in
                if let base = from.baseAddress { buffer.update(from: base, count: from.count) }
            }
            return Int64(bytes.count)
        } catch {
            return -Int64(error.systemCode)
        }
    }
}
