internal import CVideo
internal import Imaging

/// Finds the frame that stands for a video. Its decoder is ready.
struct FrameSearch {
    /// Key frames that are looked at, and then frames from the beginning on: ten seconds of most videos.
    private static let keyFrameLimit = 12
    private static let frameLimit = 300

    private let file: VideoFile
    private var best: DecodedFrame?
    private var lastKeyTime = -1.0

    init(_ file: VideoFile) { self.file = file }

    /// The first key frame worth showing; else the first such frame; else the one with most to see.
    ///
    /// - Throws: `corrupt` when no frame can be decoded.
    static func poster(of file: VideoFile) throws(ImagingError) -> DecodedFrame {
        var search = FrameSearch(file)
        if let found = try search.goodKeyFrame() { return found }
        if let found = try search.goodFrame() { return found }
        guard let best = search.best else { throw .corrupt("no frame of the video can be decoded") }
        return best
    }

    /// The frame that is on the screen at `time`, in seconds from the beginning: the last one after the end.
    ///
    /// - Throws: `corrupt` when no frame can be decoded.
    static func frame(of file: VideoFile, at time: Double) throws(ImagingError) -> DecodedFrame {
        // A file that cannot be searched is decoded from its beginning.
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

    /// How much earlier the decoder begins where it found only frames that come later, in seconds: a file without an index of
    /// key frames (MPEG) leads to any packet, and the next key frame may be some seconds after it.
    private static let stepsBack = [0.0, 1, 4]

    private static func lastFrame(of file: VideoFile, until time: Double) throws(ImagingError) -> DecodedFrame? {
        while try file.step({ video_decode_next(file.pointer, $0) }) {
            guard try file.frame().time > time else { continue }
            // This one comes later: what is shown is the one before it, where there is one.
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
            // Some files say that they have gone on and have not.
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

    /// The frame itself when it is worth showing; else it is kept if it is the best so far.
    private mutating func consider(_ frame: video_frame) throws(ImagingError) -> DecodedFrame? {
        if frame.isWorthShowing { return try DecodedFrame(file, frame) }
        if best.map({ frame.contrast > $0.frame.contrast }) ?? true { best = try DecodedFrame(file, frame) }
        return nil
    }
}

extension VideoFile {
    /// Makes the decoder ready for frames of at most so many pixels.
    func prepare(maxPixels: Int) throws(ImagingError) {
        try ImagingError.check { video_prepare(pointer, Int64(maxPixels), $0) }
    }

    /// Goes back to the beginning: the first byte, where seeking would lead behind the first key frame. False where that
    /// cannot be done.
    func restart() throws(ImagingError) -> Bool {
        if try step({ video_rewind(pointer, $0) }) { return true }
        return try step { video_seek(pointer, 0, 0, $0) }
    }

    /// Runs a step of decoding. False at the end, and where damage makes an end.
    func step(_ call: (UnsafeMutablePointer<video_status>) -> video_code) throws(ImagingError) -> Bool {
        var status = video_status()
        switch call(&status) {
        case VIDEO_OK: return true
        case VIDEO_END, VIDEO_CORRUPT: return false
        default: throw ImagingError(status)
        }
    }
}
