internal import BackendAPI
internal import PhotoModel

/// `org.picker.video/1` and `org.picker.heif/1`, as far as files of other kinds show it.
enum MediaExtensionChecks {
    static let all = [
        Check(
            "video.unknown-asset", "Facts and poster of an asset that is not there are NOT_FOUND", "R10.1",
            requires: [.capability(.video)], remedy: "Look the identifier up before anything else."
        ) { context throws(CheckStop) in
            let library = try context.open()
            try library.videoFacts(stranger).expect(PICKER_NOT_FOUND)
            try library.poster(stranger).reply.expect(PICKER_NOT_FOUND)
        },
        Check(
            "video.unknown-representation", "Facts of a representation that is not there are NOT_FOUND", "R10.1",
            requires: [.capability(.video)], remedy: "Compare the index with representation_count."
        ) { context throws(CheckStop) in
            let library = try context.open()
            let asset = try context.anyAsset(library)
            try library.videoFacts(asset.identifier, 1000).expect(PICKER_NOT_FOUND)
            try library.poster(asset.identifier, 1000).reply.expect(PICKER_NOT_FOUND)
        },
        Check(
            "video.photos", "Facts and poster of a photo are refused, and no frame comes", "R10.1 R14.1",
            requires: [.capability(.video), .anyKnownFormat],
            remedy: "PICKER_UNSUPPORTED_FORMAT for what has no video stream."
        ) { context throws(CheckStop) in
            let match = try context.samples()[0]
            let refusals = [PICKER_NOT_FOUND, PICKER_UNSUPPORTED_FORMAT, PICKER_CORRUPT_MEDIA]
            try match.library.videoFacts(match.asset.identifier).expect(refusals)
            let poster = try match.library.poster(match.asset.identifier)
            try poster.reply.expect(refusals)
            try context.expect(poster.frames.isEmpty, "\(poster.frames.count) frames came")
        },
        Check(
            "video.listed", "A video is listed as one, with the length and the size of its stream where it says them",
            "R7.3 R5.13", requires: [.format("public.avi")],
            remedy: "PICKER_MEDIA_VIDEO; the duration in seconds, with its flag; leave out what is not read."
        ) { context throws(CheckStop) in try listed(context) },
        Check(
            "video.facts", "Facts of a video are those of its stream", "R7.3",
            requires: [.capability(.video), .format("public.avi")],
            remedy: "Tell size and duration of the first video stream, once."
        ) { context throws(CheckStop) in
            let (library, asset) = try video(context)
            let sink = RecordSink(copy: { VideoFactsCopy($0) })
            try library.videoFacts(asset.identifier, sink: sink).ok()
            guard let facts = sink.records.first, sink.count == 1 else { throw .failed("\(sink.count) records came") }
            try context.expect(
                facts.width == 96 && facts.height == 64, "it is \(facts.width)x\(facts.height), not 96x64")
            try context.expect(
                abs(facts.duration - sample.duration) < 1.1 / Double(sample.framesPerSecond),
                "it lasts \(facts.duration) seconds, not \(sample.duration)")
        },
        Check(
            "video.posters", "A poster is one final frame that shows the video at its time, inside the box",
            "R14.1 R14.4 R14.12",
            requires: [.capability(.video), .format("public.avi")],
            remedy:
                "Decode the frame of that time, the last one after the end, scale it into the box, never up, and flag it final."
        ) { context throws(CheckStop) in try posters(context) },
        Check(
            "video.damaged", "A video without frames gives a clear error, and no poster", "R10.1 R14.10",
            requires: [.capability(.video)], remedy: "PICKER_CORRUPT_MEDIA for what cannot be read."
        ) { context throws(CheckStop) in try damaged(context) },
        Check(
            "video.cancelled", "Facts and poster that are to end return what check says", "R12.2 R14.1",
            requires: [.capability(.video), .format("public.avi")],
            remedy: "Return with the answer of check when it is not PICKER_OK."
        ) { context throws(CheckStop) in
            let (library, asset) = try video(context)
            try CancellationChecks.expectEveryEnd(context) { control throws(CheckStop) in
                try library.videoFacts(asset.identifier, control: control)
            }
            try CancellationChecks.expectEveryEnd(context) { control throws(CheckStop) in
                try library.poster(asset.identifier, control: control).reply
            }
        },
        Check(
            "video.after-shutdown", "After begin_shutdown facts and poster return CLOSED", "R13.4",
            requires: [.capability(.video)],
            remedy: "Functions of extensions ask whether the library is shutting down, as others do."
        ) { context throws(CheckStop) in
            let library = try context.open()
            let asset = try context.anyAsset(library)
            library.beginShutdown()
            try library.videoFacts(asset.identifier).expect(PICKER_CLOSED)
            try library.poster(asset.identifier).reply.expect(PICKER_CLOSED)
        },
        Check(
            "heif.unknown-asset", "Items of an asset that is not there are NOT_FOUND", "R10.1",
            requires: [.capability(.heif)], remedy: "Look the identifier up before anything else."
        ) { context throws(CheckStop) in
            let library = try context.open()
            try library.heifItems(stranger).expect(PICKER_NOT_FOUND)
            try library.heifItem(stranger, 1).expect(PICKER_NOT_FOUND)
        },
        Check(
            "heif.other-formats", "Items of a file that is no HEIF file are UNSUPPORTED_FORMAT", "R10.1",
            requires: [.capability(.heif), .anyKnownFormat], remedy: "Look at the first bytes of the file."
        ) { context throws(CheckStop) in
            let match = try context.samples()[0]
            try match.library.heifItems(match.asset.identifier).expect(PICKER_UNSUPPORTED_FORMAT)
        },
        Check(
            "heif.cancelled", "Items and request_item that are to end return what check says", "R12.2",
            requires: [.capability(.heif)],
            remedy: "Return with the answer of check when it is not PICKER_OK."
        ) { context throws(CheckStop) in
            let library = try context.open()
            let asset = try context.anyAsset(library)
            try CancellationChecks.expectEveryEnd(context) { control throws(CheckStop) in
                try library.heifItems(asset.identifier, control: control)
            }
            try CancellationChecks.expectEveryEnd(context) { control throws(CheckStop) in
                try library.heifItem(asset.identifier, 1, control: control)
            }
        },
        Check(
            "heif.after-shutdown", "After begin_shutdown items and request_item return CLOSED", "R13.4",
            requires: [.capability(.heif)],
            remedy: "Functions of extensions ask whether the library is shutting down, as others do."
        ) { context throws(CheckStop) in
            let library = try context.open()
            let asset = try context.anyAsset(library)
            library.beginShutdown()
            try library.heifItems(asset.identifier).expect(PICKER_CLOSED)
            try library.heifItem(asset.identifier, 1).expect(PICKER_CLOSED)
        },
    ]

    private static let sample = SampleVideo(
        pattern: TestPattern(width: 96, height: 64),
        laterPattern: TestPattern(width: 96, height: 64, colors: TestPattern.colors.reversed()), frames: 20,
        framesPerSecond: 10)

    static let clip: BytePath = "clip.avi"

    /// Puts a video into the kit's library.
    static func writeVideo(_ context: CheckContext) throws(CheckStop) {
        try Files.write(sample.encoded(), to: context.root / clip, date: FixtureLibrary.firstDate)
    }

    /// The kit's library with one video more.
    private static func video(_ context: CheckContext) throws(CheckStop) -> (Library, AssetCopy) {
        try context.makeLibrary()
        try writeVideo(context)
        let library = try context.open()
        guard let asset = try library.assets().first(where: { $0.path == clip }) else {
            throw .failed("an AVI file is not listed")
        }
        return (library, asset)
    }

    private static func listed(_ context: CheckContext) throws(CheckStop) {
        let asset = try video(context).1
        try context.expect(asset.mediaType == PICKER_MEDIA_VIDEO, "it has the media type \(asset.mediaType)")
        let isSized = asset.width != 0 || asset.height != 0
        try context.expect(
            !isSized || asset.width == 96 && asset.height == 64,
            "it is \(asset.width)x\(asset.height), not 96x64")
        guard asset.flags & PICKER_ASSET_HAS_DURATION != 0 else { return }
        try context.expect(
            abs(asset.duration - sample.duration) < 1.1 / Double(sample.framesPerSecond),
            "it lasts \(asset.duration) seconds, not \(sample.duration)")
    }

    private static func posters(_ context: CheckContext) throws(CheckStop) {
        let (library, asset) = try video(context)
        for side in [0, 48] { try imageOfVideo(context, library, asset, side) }
        let boxes: [(Double, UInt32, UInt32)] = [
            (-1, 0, 0), (0, 48, 48), (1.55, 500, 500), (100, 48, 48), (0.5, 90, 20), (0, 24, 60), (0, 96, 64),
            (0, 500, 32), (1.2, 96, 64), (0.9, 0, 0),
        ]
        for (time, width, height) in boxes {
            let poster = try library.poster(asset.identifier, time: time, box: (width, height))
            try poster.reply.ok()
            guard let frame = poster.frames.first, poster.frames.count == 1, frame.isFinal else {
                throw .failed("at \(time): \(poster.frames.count) frames came, or none that is final")
            }
            let scale = width == 0 ? 1 : min(1, Double(width) / 96, Double(height) / 64)
            let isInside = width == 0 || frame.width <= width && frame.height <= height
            try context.expect(
                isInside && abs(Double(frame.width) - 96 * scale) <= 1 && abs(Double(frame.height) - 64 * scale) <= 1,
                "at \(time), in a box of \(width)x\(height), it has \(frame.size)")
            let colors = (time < sample.duration / 2 ? sample.pattern : sample.laterPattern).uprightColors
            try context.expect(
                frame.shows(colors, tolerance: PhotoFormat.jpeg.tolerance + 8),
                "at \(time) its quarters are \(frame.quarters), not \(colors)")
        }
    }

    /// Which of its pictures stands for a video is the backend's own affair.
    private static func imageOfVideo(
        _ context: CheckContext, _ library: Library, _ asset: AssetCopy, _ side: Int
    ) throws(CheckStop) {
        let (sink, ask) = (RecordSink.frames(), ImageRequest(side, side))
        let reply = library.image(asset.identifier, ask, sink: sink)
        for frame in sink.records { frame.release() }
        try reply.expect([PICKER_OK, PICKER_UNSUPPORTED_FORMAT])
        guard reply.status == PICKER_OK, let frame = sink.records.last(where: \.isFinal) else { return }
        let colors = [sample.pattern, sample.laterPattern].map(\.uprightColors)
        try context.expect(
            colors.contains { frame.shows($0, tolerance: PhotoFormat.jpeg.tolerance + 8) },
            "an image of a video in \(ask.sizeText) has the quarters \(frame.quarters), not \(colors[0]) or \(colors[1])"
        )
        try context.expect(
            side != 0 || frame.isDegraded || frame.size == "96x64",
            "an image of a video of 96x64 in full size came as \(frame.size)")
    }

    private static var stranger: Text { Text(Arena.string("nobody")) }

    /// Videos that end before their first frame.
    private static func damagedVideos() throws(CheckStop) -> [(name: BytePath, bytes: [UInt8])] {
        let whole = try sample.encoded()
        let pictures = whole.indices.first { whole[$0...].starts(with: Array("movi".utf8)) } ?? 0
        return [("damaged-1.avi", Array(whole.prefix(12))), ("damaged-2.avi", Array(whole.prefix(pictures)))]
    }

    private static func damaged(_ context: CheckContext) throws(CheckStop) {
        try context.makeLibrary()
        for video in try damagedVideos() { try Files.write(video.bytes, to: context.root / video.name) }
        let library = try context.open()
        for asset in try library.assets() {
            for (index, part) in try library.details(asset.identifier).representations.enumerated() {
                guard part.role == PICKER_ROLE_PAIRED_VIDEO || part.role == PICKER_ROLE_VIDEO else { continue }
                let answers = [PICKER_OK, PICKER_CORRUPT_MEDIA, PICKER_UNSUPPORTED_FORMAT]
                try library.videoFacts(asset.identifier, UInt32(index)).expect(answers)
                let poster = try library.poster(asset.identifier, UInt32(index))
                try poster.reply.expect([PICKER_CORRUPT_MEDIA, PICKER_UNSUPPORTED_FORMAT])
                try context.expect(poster.frames.isEmpty, "\(poster.frames.count) frames came")
            }
        }
    }
}
