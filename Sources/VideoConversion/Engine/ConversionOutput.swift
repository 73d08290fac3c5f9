internal import CVideoConversion
internal import Imaging
internal import Platform

/// Gives C code access to the file that a conversion writes.
struct ConversionOutput {
    private let file: Descriptor

    static func lend<Result>(
        _ file: Descriptor, _ body: (inout video_output) throws(ImagingError) -> Result
    ) throws(ImagingError) -> Result {
        var lent = ConversionOutput(file: file)
        return try withUnsafeMutablePointer(to: &lent) { pointer throws(ImagingError) in
            var output = table(UnsafeMutableRawPointer(pointer))
            return try body(&output)
        }
    }

    // The pointers were made above, and C calls back only while they are valid.
    private static func table(_ context: UnsafeMutableRawPointer) -> video_output {
        video_output(
            context: context,
            write: { context, offset, bytes, count in
                guard let context else { return -SystemError.invalidArgument.code }
                let output = context.assumingMemoryBound(to: ConversionOutput.self).pointee
                return output.write(UnsafeRawBufferPointer(start: bytes, count: count), at: offset)
            },
            read: { context, offset, buffer, count in
                guard let context else { return -Int64(SystemError.invalidArgument.code) }
                let output = context.assumingMemoryBound(to: ConversionOutput.self).pointee
                return output.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: count), at: offset)
            })
    }

    private func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) -> CInt {
        do throws(SystemError) {
            try file.write(bytes, at: offset)
            return 0
        } catch {
            return -error.code
        }
    }

    private func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) -> Int64 {
        do throws(SystemError) {
            return Int64(try file.read(into: buffer, at: offset))
        } catch {
            return -Int64(error.code)
        }
    }
}
