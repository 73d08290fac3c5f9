internal import BackendAPI

/// The frames that one call of a sequence got, against what R14 says of them.
struct SequenceFrames {
    let frames: [FrameCopy]
    let image: SequenceImage
    let isOK: Bool
    /// The sink answered `PICKER_STOP`.
    let isStopped: Bool

    /// What holds for every image.
    func judge() throws(CheckStop) {
        let finals = frames.count(where: \.isFinal)
        let isComplete = isOK && !isStopped
        if isComplete, finals != 1 { throw .failed("\(finals) final frames came") }
        if !isOK, finals > 0, !isStopped { throw .failed("a final frame came, and then an error") }
        if let first = frames.firstIndex(where: \.isFinal), first != frames.count - 1 {
            throw .failed("\(frames.count - 1 - first) frames came after the final one")
        }
        if image.delivery != PICKER_DELIVERY_OPPORTUNISTIC, frames.count > 1 {
            throw .failed("\(frames.count) frames came in delivery \(image.delivery)")
        }
        for frame in frames where !frame.isFinal && !frame.isDegraded {
            throw .failed("a frame is neither degraded nor final")
        }
        // Of image files the kit makes whatever pixels suit them.
        let formats = ImageRequest.standardFormats == 0 ? image.formats : 0
        for frame in frames where formats != 0 && formats & (1 << frame.frame.format) == 0 {
            throw .failed("a frame of format \(frame.frame.format) came")
        }
    }

    /// What holds for one of the kit's own images.
    func judge(_ photo: FixturePhoto, hasExactSizes: Bool) throws(CheckStop) {
        guard let frame = frames.last(where: \.isFinal) else { return }
        let part = image.part(width: photo.width, height: photo.height)
        let (width, height) = (part.map { Int($0.width) } ?? photo.width, part.map { Int($0.height) } ?? photo.height)
        if image.width == 0, !frame.isDegraded, frame.width != width || frame.height != height {
            throw .failed("without a target, \(width)x\(height) came as \(frame.size)")
        }
        if image.resize == PICKER_RESIZE_FAST, frame.width > width || frame.height > height {
            throw .failed("\(width)x\(height) was enlarged to \(frame.size)")
        }
        let isExact = image.resize == PICKER_RESIZE_EXACT && hasExactSizes && image.width > 0 && !frame.isDegraded
        if isExact, image.content == PICKER_ASPECT_FILL, frame.width != image.width || frame.height != image.height {
            throw .failed("the frame has \(frame.size), not exactly \(image.width)x\(image.height)")
        }
        if isExact, image.content == PICKER_ASPECT_FIT, frame.width != image.width, frame.height != image.height {
            throw .failed("neither side of \(frame.size) is exactly that of \(image.width)x\(image.height)")
        }
        try judgeColors(photo, frame, part)
    }

    private func judgeColors(_ photo: FixturePhoto, _ frame: FrameCopy, _ part: picker_rect?) throws(CheckStop) {
        // Of a middle part, and of a frame that is not tiny, quarters still have the colours of the whole.
        let isWhole = image.content == PICKER_ASPECT_FIT || image.width == 0
        guard isWhole, frame.width >= 24, frame.height >= 24, !frame.isDegraded, frame.frame.format != 1 else { return }
        guard part == nil || photo.width > 600 else { return }
        if !frame.shows(photo.quarters, tolerance: photo.format.tolerance) {
            throw .failed("the quarters of the frame are \(frame.quarters), not \(photo.quarters)")
        }
    }
}
