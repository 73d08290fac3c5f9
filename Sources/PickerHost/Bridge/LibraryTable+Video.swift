internal import ABIMemory
internal import BackendAPI
internal import PhotoModel
internal import Pixels

extension LibraryTable {
    /// What the streams of a representation are.
    func videoFacts(
        of identifier: String, representation: Int, control: CallControl
    ) throws(PhotoError) -> VideoFacts {
        guard let facts = try extensionTable(PICKER_EXT_VIDEO, picker_video_v1()).facts else {
            throw missingFunction(PICKER_EXT_VIDEO)
        }
        let arena = RecordArena()
        let receiver = FactsReceiver()
        defer { withExtendedLifetime((arena, receiver)) {} }
        var sink = receiver.sink
        let report = ErrorReport()
        let status = report.withPointer { error in
            control.withTable {
                facts(table.context, arena.string(identifier), UInt32(representation), &sink, $0, error)
            }
        }
        try report.check(status, from: backend)
        guard let found = receiver.facts else { throw PhotoError(.internal, "\(backend): it gave no facts") }
        return found
    }

    /// A frame of a representation, inside the box.
    func poster(
        of identifier: String, representation: Int, at time: Double?, targetSize: PixelSize?, control: CallControl
    ) throws(PhotoError) -> DeliveredFrame {
        guard let poster = try extensionTable(PICKER_EXT_VIDEO, picker_video_v1()).poster else {
            throw missingFunction(PICKER_EXT_VIDEO)
        }
        let arena = RecordArena()
        defer { withExtendedLifetime(arena) {} }
        let (width, height) = (UInt32(clamping: targetSize?.width ?? 0), UInt32(clamping: targetSize?.height ?? 0))
        var delivered: DeliveredFrame?
        var receiver = FrameReceiver(backend: backend)
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

/// Takes the one record of facts that a backend emits.
private final class FactsReceiver {
    var facts: VideoFacts?

    var sink: picker_video_facts_sink {
        var sink = picker_video_facts_sink()
        sink.struct_size = structSize(of: picker_video_facts_sink.self)
        sink.context = Unmanaged.passUnretained(self).toOpaque()
        sink.emit = { context, record in
            guard let context, let record else { return PICKER_STOP }
            let receiver = Unmanaged<FactsReceiver>.fromOpaque(context).takeUnretainedValue()
            receiver.facts = VideoFacts(boundedCopy(of: record, into: picker_video_facts()))
            return PICKER_STOP
        }
        return sink
    }
}

extension VideoFacts {
    /// Nil strings are absent or not UTF-8; numbers that make no sense are not known.
    fileprivate init(_ record: picker_video_facts) {
        self.init()
        pixelWidth = Int(record.pixel_width)
        pixelHeight = Int(record.pixel_height)
        hasAudio = record.has_audio != 0
        duration = record.duration > 0 && record.duration.isFinite ? record.duration : nil
        let rate = record.frames_per_second
        framesPerSecond = rate > 0 && rate.isFinite ? rate : nil
        videoCodec = (try? record.video_codec.text()) ?? nil
        audioCodec = (try? record.audio_codec.text()) ?? nil
    }
}
