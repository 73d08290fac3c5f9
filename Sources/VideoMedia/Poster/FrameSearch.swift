internal import CVideo
internal import Imaging

/// Finds the poster of a video whose decoder is ready.
struct FrameSearch {
    /// How many key frames are examined, and then frames from the beginning: ten seconds of most videos.
    private static let keyFrameLimit = 12
    private static let frameLimit = 300

    private let file: VideoFile
    private var best: DecodedFrame?
    private var lastKeyTime = -1.0

    init(_ file: VideoFile) { self.file = file }

    /// The first key frame that is worth showing; or else the first such frame; or else the one with the most contrast.
    ///
    /// - Throws: `corrupt` if no frame can be decoded.
    static func poster(of file: VideoFile) throws(ImagingError) -> DecodedFrame {
        var search = FrameSearch(file)
        if let found = try search.goodKeyFrame() { return found }
        if let found = try search.goodFrame() { return found }
        guard let best = search.best else { throw .corrupt("no frame of the video can be decoded") }
        return best
    }

    /// The frame that is shown at `time`, in seconds from the beginning; after the end, the last one.
    ///
    /// - Throws: `corrupt` if no frame can be decoded.
    static func frame(of file: VideoFile, at time: Double) throws(ImagingError) -> DecodedFrame {
        // A file in which seeking does not work is decoded from its beginning.
        guard time > 0 else {
            if let found = try lastFrame(of: file, until: time) { return found }
            throw .corrupt("no frame of the video can be decoded")
        }
        var later: DecodedFrame?
        for step in stepsBack where step < time {
            _ = try file.step { video_seek(file.pointer, time - step, 0, $0) }
            guard let found = try lastFrame(of: file, until: time) else { continue }
            if found.frame.time <= time { return found }
            later = found
        }
        if try file.restart(), let found = try lastFrame(of: file, until: time) { return found }
        guard let later else { throw .corrupt("no frame of the video can be decoded") }
        return later
    }

    /// How much earlier, in seconds, the decoder starts if it found only later frames: in a file without an index of
    /// key frames (MPEG), seeking leads to any packet, and the next key frame may be some seconds after it.
    private static let stepsBack = [0.0, 1, 4]

    private static func lastFrame(of file: VideoFile, until time: Double) throws(ImagingError) -> DecodedFrame? {
        while try file.step({ video_decode_next(file.pointer, $0) }) {
            guard try file.frame().time > time else { continue }
            // This frame comes later: the one before it is shown, if there is one.
            _ = video_step_back(file.pointer)
            return try DecodedFrame(file, file.frame())
        }
        guard video_step_back(file.pointer) != 0 else { return nil }
        return try DecodedFrame(file, file.frame())
    }

    private mutating func goodKeyFrame() throws(ImagingError) -> DecodedFrame? {
        for _ in 0..<Self.keyFrameLimit {
            guard try file.step({ video_decode_key(file.pointer, $0) }) else { return nil }
            let frame = try file.frame()
            if let good = try consider(frame) { return good }
            // Some files report that seeking moved forward when it did not.
            guard frame.time > lastKeyTime else { return nil }
            lastKeyTime = frame.time
            guard try file.step({ video_seek(file.pointer, frame.time, 1, $0) }) else { return nil }
        }
        return nil
    }

    private mutating func goodFrame() throws(ImagingError) -> DecodedFrame? {
        guard try file.restart() else { return nil }
        for _ in 0..<Self.frameLimit {
            guard try file.step({ video_decode_next(file.pointer, $0) }) else { return nil }
            if let good = try consider(try file.frame()) { return good }
        }
        return nil
    }

    /// Returns the frame if it is worth showing; otherwise keeps it if it is the best so far.
    private mutating func consider(_ frame: video_frame) throws(ImagingError) -> DecodedFrame? {
        if frame.isWorthShowing { return try DecodedFrame(file, frame) }
        if best.map({ frame.contrast > $0.frame.contrast }) ?? true { best = try DecodedFrame(file, frame) }
        return nil
    }
}

extension VideoFile {
    /// Prepares the decoder for frames of at most this many pixels, and of at most this many bytes at once.
    func prepare(maxPixels: Int, mostFrameBytes: Int = .max) throws(ImagingError) {
        try ImagingError.check { video_prepare(pointer, Int64(maxPixels), Int64(mostFrameBytes), $0) }
    }

    /// Goes back to the beginning; to the first byte if seeking would lead past the first key frame. Returns false if
    /// that is not possible.
    func restart() throws(ImagingError) -> Bool {
        if try step({ video_rewind(pointer, $0) }) { return true }
        return try step { video_seek(pointer, 0, 0, $0) }
    }

    /// Runs a step of decoding. Returns false at the end, or if damage ends the stream.
    func step(_ call: (UnsafeMutablePointer<video_status>) -> video_code) throws(ImagingError) -> Bool {
        var status = video_status()
        switch call(&status) {
        case VIDEO_OK: return true
        case VIDEO_END, VIDEO_CORRUPT: return false
        default: throw ImagingError(status)
        }
    }
}
