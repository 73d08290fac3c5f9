internal import ABIMemory
internal import BackendAPI
internal import PhotoModel

/// `org.picker.video/1`.
enum VideoTable {
    // Unsafe: written once, here, and never freed, for a table must not change (R6.4).
    nonisolated(unsafe) static let pointer: UnsafePointer<picker_video_v1> = {
        let table = UnsafeMutablePointer<picker_video_v1>.allocate(capacity: 1)
        table.initialize(to: picker_video_v1())
        table.pointee.struct_size = structSize(of: picker_video_v1.self)
        table.pointee.facts = { context, identifier, representation, sink, call, error in
            LibraryContext.run(context, call, error) { (library, call) throws(PhotoError) in
                let library = try videos(of: library)
                let emit = try factsSink(sink)
                emit(
                    try library.videoFacts(
                        of: try identifier.required("asset"), representation: Int(representation), call: call))
            }
        }
        table.pointee.poster = { context, identifier, representation, time, width, height, sink, call, error in
            LibraryContext.run(context, call, error) { (library, call) throws(PhotoError) in
                let library = try videos(of: library)
                var delivery = try FrameDelivery(sink)
                let frame = try library.poster(
                    of: try identifier.required("asset"), representation: Int(representation), at: try seconds(time),
                    targetSize: try box(width, height), call: call)
                _ = delivery.deliver(frame)
                try delivery.finish()
            }
        }
        return UnsafePointer(table)
    }()

    private static func videos(of library: any BackendLibrary) throws(PhotoError) -> any VideoLibrary {
        guard let library = library as? any VideoLibrary else { throw .unsupported("this library knows no videos") }
        return library
    }

    private static func seconds(_ time: Double) throws(PhotoError) -> Double? {
        guard !time.isNaN else { throw .invalidArgument("time is not a number") }
        return time < 0 ? nil : time
    }

    private static func box(_ width: UInt32, _ height: UInt32) throws(PhotoError) -> PixelSize? {
        guard (width == 0) == (height == 0) else {
            throw .invalidArgument("a target size needs both a width and a height")
        }
        return width == 0 ? nil : PixelSize(width: Int(width), height: Int(height))
    }

    private static func factsSink(
        _ sink: UnsafePointer<picker_video_facts_sink>?
    ) throws(PhotoError) -> (VideoFacts) -> Void {
        let table = try argument(sink, picker_video_facts_sink(), "sink")
        guard let emit = table.emit else { throw .invalidArgument("the sink has no emit") }
        let arena = RecordArena()
        return { facts in
            withUnsafePointer(to: facts.record(in: arena)) { _ = emit(table.context, $0) }
        }
    }
}

extension VideoFacts {
    fileprivate func record(in arena: RecordArena) -> picker_video_facts {
        var record = picker_video_facts()
        record.struct_size = structSize(of: picker_video_facts.self)
        record.pixel_width = UInt32(clamping: pixelWidth)
        record.pixel_height = UInt32(clamping: pixelHeight)
        record.flags = hasAudio ? PICKER_VIDEO_HAS_AUDIO : 0
        record.duration = duration ?? 0
        record.frames_per_second = framesPerSecond ?? 0
        record.video_codec = arena.string(videoCodec)
        record.audio_codec = arena.string(audioCodec)
        return record
    }
}
