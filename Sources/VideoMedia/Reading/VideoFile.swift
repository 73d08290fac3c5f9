internal import CVideo
internal import Imaging

/// An open video. Lives while the closure runs that it is lent to; for one thread.
struct VideoFile {
    let pointer: OpaquePointer
    let description: VideoDescription
    /// Whether somebody wants no more of it.
    let isCancelled: () -> Bool

    /// As below, of an image's source.
    static func with<Result>(
        _ source: ImageSource, isCancelled: () -> Bool, _ body: (VideoFile) throws(ImagingError) -> Result
    ) throws(ImagingError) -> Result {
        try with(VideoBytes(source), isCancelled: isCancelled, body)
    }

    /// Opens the video and reads its headers.
    ///
    /// - Throws: `unsupportedFormat` for what is no video and where the libraries are missing, `corrupt`, `io`,
    ///   `cancelled`, `outOfMemory`, or what `body` throws.
    static func with<Result>(
        _ source: VideoBytes, isCancelled: () -> Bool, _ body: (VideoFile) throws(ImagingError) -> Result
    ) throws(ImagingError) -> Result {
        let head = try source.read(0, MediaFormat.signatureLength)
        guard let format = MediaFormat.sniff(head), let kind = Self.kind(of: format) else {
            throw .unsupportedFormat("a file that is no known video")
        }
        return try VideoInput.lend(source, isCancelled: isCancelled) { input, check throws(ImagingError) in
            var status = video_status()
            guard let pointer = video_open(&input, kind, &status) else { throw ImagingError(status) }
            defer { video_close(pointer) }
            return try body(
                VideoFile(pointer: pointer, description: VideoDescription(pointer, format), isCancelled: check))
        }
    }

    /// What libavformat calls files of a format.
    static func kind(of format: MediaFormat) -> String? {
        switch format {
        case .mp4, .mov, .m4v: "mp4"
        case .mkv, .webm: "matroska"
        case .avi: "avi"
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
