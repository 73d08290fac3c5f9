internal import BackendAPI
internal import PhotoModel

/// `org.picker.video/1` and `org.picker.heif/1`, as far as files of other kinds show it.
enum MediaExtensionChecks {
    static let all = [
        Check(
            "video.unknown-asset", "Facts and poster of an asset that is not there are NOT_FOUND", "R10.1",
            needs: [.capability(.video)], mend: "Look the identifier up before anything else."
        ) { trial throws(CheckStop) in
            let library = try trial.open()
            try library.videoFacts(nobody).expect(PICKER_NOT_FOUND)
            try library.poster(nobody).reply.expect(PICKER_NOT_FOUND)
        },
        Check(
            "video.unknown-representation", "Facts of a representation that is not there are NOT_FOUND", "R10.1",
            needs: [.capability(.video)], mend: "Compare the index with representation_count."
        ) { trial throws(CheckStop) in
            let library = try trial.open()
            let asset = try trial.anyAsset(library)
            try library.videoFacts(asset.identifier, 1000).expect(PICKER_NOT_FOUND)
            try library.poster(asset.identifier, 1000).reply.expect(PICKER_NOT_FOUND)
        },
        Check(
            "video.photos", "Facts and poster of a photo are refused, and no frame comes", "R10.1 R14.1",
            needs: [.capability(.video), .anyKnownFormat],
            mend: "PICKER_UNSUPPORTED_FORMAT for what has no video stream."
        ) { trial throws(CheckStop) in
            let match = try trial.samples()[0]
            let refusals = [PICKER_NOT_FOUND, PICKER_UNSUPPORTED_FORMAT, PICKER_CORRUPT_MEDIA]
            try match.library.videoFacts(match.asset.identifier).expect(refusals)
            let poster = try match.library.poster(match.asset.identifier)
            try poster.reply.expect(refusals)
            try trial.expect(poster.frames.isEmpty, "\(poster.frames.count) frames came")
        },
        Check(
            "video.facts", "Facts of a video are those of its stream", "R7.3",
            needs: [.capability(.video), .format("public.avi")],
            mend: "Tell size and duration of the first video stream, once."
        ) { trial throws(CheckStop) in
            let (library, asset) = try video(trial)
            let sink = RecordSink(copy: { VideoFactsCopy($0) })
            try library.videoFacts(asset.identifier, sink: sink).ok()
            guard let facts = sink.records.first, sink.count == 1 else { throw .failed("\(sink.count) records came") }
            try trial.expect(
                facts.width == 96 && facts.height == 64, "it is \(facts.width)x\(facts.height), not 96x64")
            try trial.expect(
                abs(facts.duration - sample.duration) < 0.3,
                "it lasts \(facts.duration) seconds, not \(sample.duration)")
        },
        Check(
            "video.posters", "A poster is one final frame that shows the video, inside the box", "R14.1 R14.4",
            needs: [.capability(.video), .format("public.avi")],
            mend: "Decode one picture, scale it into the box, never up, and flag it final."
        ) { trial throws(CheckStop) in try posters(trial) },
        Check(
            "video.damaged", "A video without pictures gives a clear error, and no poster", "R10.1 R14.10",
            needs: [.capability(.video)], mend: "PICKER_CORRUPT_MEDIA for what cannot be read."
        ) { trial throws(CheckStop) in try damaged(trial) },
        Check(
            "video.after-shutdown", "After begin_shutdown facts and poster return CLOSED", "R13.4",
            needs: [.capability(.video)],
            mend: "Functions of extensions ask whether the library is shutting down, as others do."
        ) { trial throws(CheckStop) in
            let library = try trial.open()
            let asset = try trial.anyAsset(library)
            library.beginShutdown()
            try library.videoFacts(asset.identifier).expect(PICKER_CLOSED)
            try library.poster(asset.identifier).reply.expect(PICKER_CLOSED)
        },
        Check(
            "heif.unknown-asset", "Items of an asset that is not there are NOT_FOUND", "R10.1",
            needs: [.capability(.heif)], mend: "Look the identifier up before anything else."
        ) { trial throws(CheckStop) in
            let library = try trial.open()
            try library.heifItems(nobody).expect(PICKER_NOT_FOUND)
            try library.heifItem(nobody, 1).expect(PICKER_NOT_FOUND)
        },
        Check(
            "heif.other-formats", "Items of a file that is no HEIF file are UNSUPPORTED_FORMAT", "R10.1",
            needs: [.capability(.heif), .anyKnownFormat], mend: "Look at the first bytes of the file."
        ) { trial throws(CheckStop) in
            let match = try trial.samples()[0]
            try match.library.heifItems(match.asset.identifier).expect(PICKER_UNSUPPORTED_FORMAT)
        },
        Check(
            "heif.after-shutdown", "After begin_shutdown items and request_item return CLOSED", "R13.4",
            needs: [.capability(.heif)],
            mend: "Functions of extensions ask whether the library is shutting down, as others do."
        ) { trial throws(CheckStop) in
            let library = try trial.open()
            let asset = try trial.anyAsset(library)
            library.beginShutdown()
            try library.heifItems(asset.identifier).expect(PICKER_CLOSED)
            try library.heifItem(asset.identifier, 1).expect(PICKER_CLOSED)
        },
    ]

    private static let sample = SampleVideo(painting: Painting(width: 96, height: 64), frames: 20, framesPerSecond: 10)

    /// The kit's library with one video more.
    private static func video(_ trial: Trial) throws(CheckStop) -> (Library, AssetCopy) {
        try trial.makeLibrary()
        try Files.write(sample.encoded(), to: trial.root / "clip.avi", date: Gallery.firstDate)
        let library = try trial.open()
        guard let asset = try library.assets().first(where: { $0.path == "clip.avi" }) else {
            throw .failed("an AVI file is not listed")
        }
        return (library, asset)
    }

    private static func posters(_ trial: Trial) throws(CheckStop) {
        let (library, asset) = try video(trial)
        for (time, size) in [(-1.0, 0), (0, 48), (1, 500), (100, 48)] {
            let poster = try library.poster(asset.identifier, time: time, size: UInt32(size))
            try poster.reply.ok()
            guard let frame = poster.frames.first, poster.frames.count == 1, frame.isFinal else {
                throw .failed("at \(time): \(poster.frames.count) frames came, or none that is final")
            }
            let box = size == 0 ? 96 : min(size, 96)
            try trial.expect(
                frame.width <= box && frame.height <= box && max(frame.width, frame.height) >= box - 1,
                "at \(time), in a box of \(size), it has \(frame.size)")
            try trial.expect(
                frame.shows(sample.painting.uprightColors, tolerance: PhotoFormat.jpeg.tolerance + 8),
                "at \(time) its quarters are \(frame.quarters), not \(sample.painting.uprightColors)")
        }
    }

    private static var nobody: Text { Text(Arena.string("nobody")) }

    /// Videos that end before their first picture.
    private static func damagedVideos() throws(CheckStop) -> [(name: BytePath, bytes: [UInt8])] {
        let whole = try sample.encoded()
        let pictures = whole.indices.first { whole[$0...].starts(with: Array("movi".utf8)) } ?? 0
        return [("damaged-1.avi", Array(whole.prefix(12))), ("damaged-2.avi", Array(whole.prefix(pictures)))]
    }

    private static func damaged(_ trial: Trial) throws(CheckStop) {
        try trial.makeLibrary()
        for video in try damagedVideos() { try Files.write(video.bytes, to: trial.root / video.name) }
        let library = try trial.open()
        for asset in try library.assets() {
            for (index, part) in try library.details(asset.identifier).representations.enumerated() {
                guard part.role == PICKER_ROLE_PAIRED_VIDEO || part.role == PICKER_ROLE_VIDEO else { continue }
                let answers = [PICKER_OK, PICKER_CORRUPT_MEDIA, PICKER_UNSUPPORTED_FORMAT]
                try library.videoFacts(asset.identifier, UInt32(index)).expect(answers)
                let poster = try library.poster(asset.identifier, UInt32(index))
                try poster.reply.expect([PICKER_CORRUPT_MEDIA, PICKER_UNSUPPORTED_FORMAT])
                try trial.expect(poster.frames.isEmpty, "\(poster.frames.count) frames came")
            }
        }
    }
}
