internal import ABIMemory
internal import BackendAPI
internal import PhotoModel

extension LibraryTable {
    /// What the streams of a representation are.
    func videoFacts(
        of identifier: String, representation: Int, control: CallControl
    ) throws(PhotoError) -> VideoFacts {
        guard let facts = try extensionTable(PICKER_EXT_VIDEO, picker_video_v1()).facts else {
            throw missingFunction(PICKER_EXT_VIDEO)
        }
        let arena = RecordArena()
        defer { withExtendedLifetime(arena) {} }
        let given = try collect(control) { (sink: UnsafePointer<picker_video_facts_sink>, call, error) in
            facts(table.context, arena.string(identifier), UInt32(representation), sink, call, error)
        }
        guard let found = given.first else { throw PhotoError(.internal, "\(backend): it gave no facts") }
        return found
    }

    /// A frame of a representation, inside the box.
    func poster(
        of identifier: String, representation: Int, at time: Double?, targetSize: PixelSize?, control: CallControl
    ) throws(PhotoError) -> Frame {
        guard let poster = try extensionTable(PICKER_EXT_VIDEO, picker_video_v1()).poster else {
            throw missingFunction(PICKER_EXT_VIDEO)
        }
        let arena = RecordArena()
        defer { withExtendedLifetime(arena) {} }
        let (width, height) = (UInt32(clamping: targetSize?.width ?? 0), UInt32(clamping: targetSize?.height ?? 0))
        var delivered: Frame?
        var receiver = FrameReceiver(
            backend: backend, options: ImageOptions(targetSize: targetSize), control: control)
        let report = ErrorReport()
        let status = report.withPointer { error in
            control.withTable { call in
                receiver.withSink({
                    delivered = $0
                    return true
                }) { sink in
                    poster(
                        table.context, arena.string(identifier), UInt32(representation), time ?? -1, width, height,
                        sink, call, error)
                }
            }
        }
        try report.check(status, from: backend)
        try receiver.finish()
        guard let delivered else { throw PhotoError(.internal, "\(backend): it gave no frame") }
        return delivered
    }
}

extension picker_video_facts_sink: RecordSink {
    typealias Value = VideoFacts

    static func make(context: UnsafeMutableRawPointer) -> Self {
        Self(struct_size: structSize(of: Self.self), reserved: 0, context: context) {
            Collector<VideoFacts>.take($1, defaults: picker_video_facts(), into: $0) {
                VideoFacts($0, $1)
            }
        }
    }
}

extension VideoFacts {
    /// Nil strings are absent or not UTF-8; invalid numbers count as unknown.
    fileprivate init(_ record: picker_video_facts, _ numbers: InvalidNumbers) {
        self.init()
        pixelWidth = numbers.side(record.pixel_width, "a width")
        pixelHeight = numbers.side(record.pixel_height, "a height")
        hasAudio = record.flags & PICKER_VIDEO_HAS_AUDIO != 0
        // 0 and less say that it is not known.
        duration = record.duration > 0 ? numbers.duration(record.duration) : nil
        framesPerSecond = record.frames_per_second > 0 ? numbers.frameRate(record.frames_per_second) : nil
        videoCodec = (try? record.video_codec.text()) ?? nil
        audioCodec = (try? record.audio_codec.text()) ?? nil
    }
}
