internal import BackendAPI

extension SequencePlayer {
    func image(
        into slot: Int, _ open: OpenLibrary, _ which: Int, _ image: SequenceImage, _ probes: SequenceProbes
    ) throws(CheckStop) {
        let asset = subjects.asset(which)
        let sink = RecordSink.frames(stopAt: probes.plan.stopAt)
        let reply = open.library.image(
            subjects.identifier(ofAsset: which), subjects.request(image, of: asset), sink: sink,
            control: probes.control)
        note(probes, sink)
        let fault = sink.records.lazy.compactMap { FrameSamples.fault($0.frame) }.first
        // For a damaged file that a server keeps, and for a part that is outside of a whole one, a host answers in the backend's
        // place (R14.11).
        let isForHost =
            (image.crop == .outside || asset.flatMap { subjects.photo(of: $0) } == nil)
            && sink.records.contains { $0.frame.format == PICKER_FORMAT_IMAGE_FILE }
        try keep(sink.records, in: slot)
        if let fault, !isForHost { throw .failed("an invalid frame came: \(fault)") }
        var expected = expectation(open, asset, image)
        if isForHost, image.hasKnownModes { expected.demanded.remove(PICKER_INVALID_ARGUMENT) }
        let isOK = try probes.judge(reply, expected, sink: sink)
        if isForHost { return }
        let isStopped = sink.stopAt.map { sink.count >= $0 } ?? false
        let frames = SequenceFrames(frames: sink.records, image: image, isOK: isOK, isStopped: isStopped)
        try frames.judge()
        guard let asset, let photo = subjects.photo(of: asset) else { return }
        try frames.judge(photo, hasExactSizes: subjects.has(PICKER_CAPABILITY_EXACT_SIZE))
    }

    /// Keeps the last frame, whose memory is touched again when it is released.
    private func keep(_ came: [FrameCopy], in slot: Int) throws(CheckStop) {
        for frame in came.dropLast() { frame.release() }
        let before = frames.removeValue(forKey: slot)
        if let last = came.last { frames[slot] = (last, last.sum) }
        guard let before else { return }
        let sum = before.frame.sum
        before.frame.release()
        if sum != before.sum { throw .failed("the pixels of an earlier frame changed before it was released") }
    }

    private func expectation(
        _ open: OpenLibrary, _ asset: AssetCopy?, _ image: SequenceImage
    ) -> Expectation {
        var expected = expectation(open)
        expected.demand(PICKER_INVALID_ARGUMENT, if: !image.hasKnownModes)
        expected.demand(PICKER_NOT_FOUND, if: asset == nil)
        let photo = asset.flatMap { subjects.photo(of: $0) }
        if image.crop == .outside {
            if photo == nil { expected.allowed.insert(PICKER_INVALID_ARGUMENT) }
            expected.demand(PICKER_INVALID_ARGUMENT, if: photo != nil)
        }
        if image.formats != 0 { expected.allowed.insert(PICKER_UNSUPPORTED) }
        // Files that are odd, and formats that were not declared.
        if photo == nil, expected.demanded.isEmpty {
            expected.allowed.formUnion([
                PICKER_CORRUPT_MEDIA, PICKER_UNSUPPORTED_FORMAT, PICKER_UNSUPPORTED, PICKER_TOO_LARGE,
                PICKER_NOT_FOUND, PICKER_INVALID_ARGUMENT,
            ])
        }
        return expected
    }

    func read(
        _ open: OpenLibrary, _ which: Int, _ offset: UInt64, _ capacity: Int, _ probes: SequenceProbes
    ) throws(CheckStop) {
        let asset = subjects.asset(which)
        let ask = ReadRequest(subjects.identifier(ofAsset: which), capacity: capacity) { $0.offset = offset }
        let part = open.library.read(ask, control: probes.control)
        var expected = expectation(open)
        expected.demand(PICKER_NOT_FOUND, if: asset == nil)
        try context.expect(part.isIntact, "more than \(capacity) bytes were written, or reported")
        guard try probes.judge(part.reply, expected), let asset, let file = subjects.file(of: asset) else { return }
        let wanted = offset >= UInt64(file.count) ? [] : file[Int(offset)...].prefix(capacity)
        try context.expect(
            part.bytes == Array(wanted), "\(part.bytes.count) bytes came, not the \(wanted.count) of the file")
    }
}
