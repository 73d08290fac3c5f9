internal import BackendAPI
internal import PhotoModel

/// What `org.picker.video/1` says of the streams of a video.
enum VideoFactsChecks {
    static let all = [
        Check(
            "video.streams",
            "Frame rate, sound and subtypes of a video are those of its streams, or are not told", "R7.3 R5.13",
            requires: [.capability(.video), .format("public.avi")],
            remedy:
                "frames_per_second is the mean, or 0; PICKER_VIDEO_HAS_AUDIO and audio_codec are said of what has a stream of "
                + "sound, and video_codec of what has one of images."
        ) { context throws(CheckStop) in try streams(context) },
        Check(
            "video.sound", "A video with sound is told as one", "R5.13 R7.3", .should,
            requires: [.capability(.video), .format("public.avi")],
            remedy: "Set PICKER_VIDEO_HAS_AUDIO where the container lists a stream of sound."
        ) { context throws(CheckStop) in
            let facts = try facts(context, hasSound: true)
            try context.expect(
                facts.hasAudio, "the video has a stream of sound, and its facts come without PICKER_VIDEO_HAS_AUDIO")
        },
    ]

    private static let rate = 10

    private static func streams(_ context: CheckContext) throws(CheckStop) {
        let facts = try facts(context, hasSound: false)
        let isRate = facts.framesPerSecond == 0 || abs(facts.framesPerSecond - Double(rate)) <= 1
        try context.expect(
            isRate, "it has \(rate) frames a second, and its facts say that it has \(facts.framesPerSecond)")
        try context.expect(
            !facts.hasAudio, "it has no stream of sound, and its facts come with PICKER_VIDEO_HAS_AUDIO")
        try context.expect(
            facts.audioCodec.bytes == nil, "it has no stream of sound, and its audio_codec is \"\(facts.audioCodec)\"")
        for codec in [facts.videoCodec, facts.audioCodec] {
            try context.expect(codec.isValid, "the name of a codec is not UTF-8 without NUL: \"\(codec)\"")
        }
        let isNewer = try context.isNewer()
        try context.expect(
            isNewer || facts.flags & ~PICKER_VIDEO_HAS_AUDIO == 0, "its facts have flags without a name: \(facts.flags)"
        )
    }

    /// The facts of a video that is put into the kit's library.
    private static func facts(_ context: CheckContext, hasSound: Bool) throws(CheckStop) -> VideoFactsCopy {
        let path: BytePath = "streams.avi"
        let pattern = TestPattern(width: 96, height: 64)
        let video = SampleVideo(
            pattern: pattern, laterPattern: pattern, frames: 20, framesPerSecond: rate, hasSound: hasSound)
        try context.makeLibrary()
        try Files.write(video.encoded(), to: context.root / path, date: FixtureLibrary.firstDate)
        let library = try context.open()
        guard let asset = try library.assets().first(where: { context.key(of: $0.path) == path }) else {
            throw .failed("an AVI file is not listed")
        }
        // It is shown as fast as it was taken, and from a file.
        let strange = LibraryChecks.subtypeBits.first { asset.subtypes & $0 != 0 } ?? 0
        try context.expect(
            strange == 0,
            "a video of \(rate) frames a second, of which nothing else is said, has the subtype 0x"
                + String(strange, radix: 16))
        let sink = RecordSink(copy: { VideoFactsCopy($0) })
        let reply = try library.videoFacts(asset.identifier, sink: sink).ok()
        guard let facts = try sink.onlyRecord(of: reply) else { throw .failed("\(reply.operation) emitted nothing") }
        return facts
    }
}
