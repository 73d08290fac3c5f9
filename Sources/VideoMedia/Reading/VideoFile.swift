internal import CVideo
package import Imaging
package import PhotoModel

/// An open video. Lives while the closure runs that it is lent to; for one thread.
package struct VideoFile {
    package let pointer: OpaquePointer
    package let description: VideoDescription
    /// Whether the video is still wanted.
    let cancellation: Cancellation

    /// As below, of an image's source.
    static func with<Result>(
        _ source: ImageSource, cancellation: Cancellation, _ body: (VideoFile) throws(ImagingError) -> Result
    ) throws(ImagingError) -> Result {
        try with(VideoBytes(source), cancellation: cancellation, body)
    }

    /// Opens the video and reads its headers.
    ///
    /// - Throws: `unsupportedFormat` for what is no video and where the libraries are missing, `corrupt`, `io`,
    ///   `cancelled`, `outOfMemory`, or what `body` throws.
    package static func with<Result>(
        _ source: VideoBytes, cancellation: Cancellation, _ body: (VideoFile) throws(ImagingError) -> Result
    ) throws(ImagingError) -> Result {
        let head = try source.read(0, MediaFormat.signatureLength)
        guard let format = MediaFormat.sniff(head), let kind = Self.kind(of: format) else {
            throw .unsupportedFormat("a file that is no known video")
        }
        return try VideoInput.lend(source, cancellation: cancellation) { input throws(ImagingError) in
            var status = video_status()
            guard let pointer = video_open(&input, kind, &status) else { throw ImagingError(status) }
            defer { video_close(pointer) }
            return try body(
                VideoFile(pointer: pointer, description: VideoDescription(pointer, format), cancellation: cancellation))
        }
    }

    /// What libavformat calls files of a format.
    static func kind(of format: MediaFormat) -> String? {
        switch format {
        case .mp4, .mov, .m4v: "mp4"
        case .mkv, .webm: "matroska"
        case .avi: "avi"
        case .wmv: "asf"
        case .flv: "flv"
        case .ogv: "ogg"
        case .mpg: "mpeg"
        case .ts: "mpegts"
        default: nil
        }
    }

    /// What the file has under one of these names, the first that has anything; at most a thousand characters.
    func text(_ names: String...) -> String? {
        for name in names {
            guard let found = video_text(pointer, name) else { continue }
            let text = String(cString: found).prefix(1000).drop { $0.isWhitespace }
            if !text.isEmpty { return String(text) }
        }
        return nil
    }
}
