internal import CVideo
package import Imaging
package import PhotoModel

/// An open video. It is valid while the closure runs that gets it; for one thread.
package struct VideoFile {
    package let pointer: OpaquePointer
    package let description: VideoDescription
    /// Tells whether the caller cancelled the work.
    let cancellation: Cancellation

    /// Like the function below, for the source of an image.
    static func with<Result>(
        _ source: ImageSource, cancellation: Cancellation, _ body: (VideoFile) throws(ImagingError) -> Result
    ) throws(ImagingError) -> Result {
        try with(VideoBytes(source), cancellation: cancellation, body)
    }

    /// How much of a file its headers may take: several times as much as those of a day of video.
    package static let mostHeaderBytes = 512 << 20

    /// Opens the video and reads its headers.
    ///
    /// - Parameter mostHeaderBytes: how much of the file they may take; of more, the file is `corrupt`. The media between the
    ///   headers of short fragments are not counted.
    /// - Throws: `unsupportedFormat` if it is not a video or the libraries are missing, `corrupt`, `io`, `cancelled`,
    ///   `outOfMemory`, or the errors of `body`.
    package static func with<Result>(
        _ source: VideoBytes, cancellation: Cancellation, mostHeaderBytes: Int = VideoFile.mostHeaderBytes,
        _ body: (VideoFile) throws(ImagingError) -> Result
    ) throws(ImagingError) -> Result {
        let head = try source.read(0, MediaFormat.signatureLength)
        guard let format = MediaFormat.sniff(head), let kind = Self.kind(of: format) else {
            throw .unsupportedFormat("a file that is no known video")
        }
        var mostBytes = mostHeaderBytes
        if kind == "mp4" {
            mostBytes += try MovieIndex.check(source, mostHeaderBytes: mostHeaderBytes, cancellation)
        }
        return try VideoInput.lend(
            source, mostHeaderBytes: mostBytes, cancellation: cancellation
        ) { input throws(ImagingError) in
            var status = video_status()
            guard let pointer = video_open(&input, kind, &status) else { throw ImagingError(status) }
            defer { video_close(pointer) }
            return try body(
                VideoFile(pointer: pointer, description: VideoDescription(pointer, format), cancellation: cancellation))
        }
    }

    /// The name of a format in libavformat.
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

    /// How many bytes of a text are read. A single character may have any number of them.
    private static let mostTextBytes = 16 << 10

    /// The first text in the file under one of these names, without blanks at its ends; at most a thousand characters.
    func text(_ names: String...) -> String? {
        for name in names {
            guard let found = video_text(pointer, name) else { continue }
            if let text = String(Self.beginning(of: found).prefix(1000)).trimmedText { return text }
        }
        return nil
    }

    private static func beginning(of text: UnsafePointer<CChar>) -> String {
        var length = 0
        while length < mostTextBytes, text[length] != 0 { length += 1 }
        let bytes = UnsafeBufferPointer(start: text, count: length)
        let characters = bytes.map { UInt8(truncatingIfNeeded: $0) }
        // AVI says nothing of the encoding. What is left of a long text may end within a character.
        return length < mostTextBytes ? String(guessing: characters) : String(decoding: characters, as: UTF8.self)
    }
}
