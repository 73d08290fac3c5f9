import Imaging
import PhotoFixtures
import PhotoModel
import Platform
import Testing
import VideoMedia

@testable import VideoConversion

extension VideoConversion {
    /// The converted file, without a name; nil when every player knows the video as it is.
    func convert(
        _ video: VideoBytes, cancellation: Cancellation = .never,
        progress: (_ seconds: Double, _ total: Double?) -> Void = { _, _ in }
    ) throws(VideoConversionError) -> ImageSource? {
        let spool = try Self.imaging { () throws(ImagingError) in try ImageSpool() }
        let isWritten = try convert(
            video, into: Descriptor(spool.fileNumber), cancellation: cancellation, progress: progress)
        return isWritten ? try Self.imaging { () throws(ImagingError) in try spool.source() } : nil
    }

    private static func imaging<Result>(
        _ body: () throws(ImagingError) -> Result
    ) throws(VideoConversionError) -> Result {
        do throws(ImagingError) { return try body() } catch { throw .imaging(error) }
    }

    /// The converted file.
    func convert(_ bytes: [UInt8]) throws -> [UInt8] {
        let source = try #require(try convert(VideoBytes(ImageSource(bytes: bytes))))
        return try source.read(at: 0, count: source.byteCount)
    }

    /// Why it is not converted; nil when it is.
    func failure(_ bytes: [UInt8], cancellation: Cancellation = .never) -> VideoConversionError? {
        do throws(VideoConversionError) {
            _ = try convert(VideoBytes(ImageSource(bytes: bytes)), cancellation: cancellation)
            return nil
        } catch {
            return error
        }
    }
}

extension VideoConversionError {
    var isCorrupt: Bool { if case .imaging(.corrupt) = self { true } else { false } }
    var isUnsupported: Bool { if case .imaging(.unsupportedFormat) = self { true } else { false } }
    var isTooLarge: Bool { if case .imaging(.tooLarge) = self { true } else { false } }
}

/// An MP4 file, looked into.
struct WrittenFile {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The content of the first box of that type, wherever it is.
    func box(_ type: String) throws -> [UInt8] {
        let place = try #require(offset(of: type))
        let size = bytes[(place - 4)..<place].reduce(0) { $0 << 8 | Int($1) }
        return Array(bytes[(place + 4)..<(place - 4 + size)])
    }

    /// Where the characters of a type are; nil when there are none.
    func offset(of type: String) -> Int? {
        let wanted = Array(type.utf8)
        return bytes.indices.dropLast(3).first { Array(bytes[$0..<($0 + 4)]) == wanted }
    }
}
