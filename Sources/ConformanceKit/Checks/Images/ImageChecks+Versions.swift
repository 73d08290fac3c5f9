internal import BackendAPI
internal import PhotoModel

/// A check of images of files that are other ones than before.
extension ImageChecks {
    static let versionChecks = [
        Check(
            "images.one-version",
            "An image of a file that is replaced before or during the call is that of one version",
            "R10.1 R14.4", .must, .full, requires: [.anyKnownFormat],
            remedy:
                "Look after reading whether the file is what it was when its size and orientation were read; if not, CHANGED."
        ) { context throws(CheckStop) in try oneVersion(context) }
    ]

    /// What a final frame shows; equal for equal images.
    private struct Shown: Equatable {
        let size: String
        let sums: [UInt64]
    }

    private static let asks = [ImageRequest(), ImageRequest(64, 64)]

    private static func oneVersion(_ context: CheckContext) throws(CheckStop) {
        let format = try ChangeChecks.format(context)
        let path = BytePath("changing.\(format.fileExtension)")
        try context.makeLibrary()
        let before = try noise(format, 480, 360, turned: 6, context.order.seed)
        // Of the same size when it is turned otherwise, and of another one.
        let others = [
            try noise(format, 480, 360, turned: 8, context.order.seed &+ 1),
            try noise(format, 320, 500, turned: 3, context.order.seed &+ 2),
        ]
        let length = ([before] + others).map(\.count).max() ?? 0
        // Readers of images pass over what is behind them.
        func padded(_ bytes: [UInt8]) -> [UInt8] { bytes + [UInt8](repeating: 0, count: length - bytes.count) }
        let file = Replaced(context: context, path: path, before: padded(before))
        let first = try file.shown(file.before)
        for other in others.map(padded) {
            let second = try file.shown(other)
            try file.replaceBefore(other, first, second, isShownBefore: false)
            try file.replaceBefore(other, first, second, isShownBefore: true)
            try file.replaceDuring(other, first, second)
        }
    }

    /// A photo whose bytes do not shrink: more than is read at once.
    private static func noise(
        _ format: PhotoFormat, _ width: Int, _ height: Int, turned orientation: UInt16, _ seed: UInt64
    ) throws(CheckStop) -> [UInt8] {
        var random = SeededNumbers(seed: seed)
        let samples = (0..<width * height * 3).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        var image = RasterImage(width: width, height: height, samples: samples)
        if format == .jpeg { image.exif.orientation = orientation }
        return try image.encoded(as: format)
    }

    /// A file that is another one from some moment on, with libraries that listed it before.
    private struct Replaced {
        let context: CheckContext
        let path: BytePath
        let before: [UInt8]
        private var place: BytePath { context.root / path }

        private func write(_ bytes: [UInt8]) throws(CheckStop) {
            try Files.write(bytes, to: place, date: FixtureLibrary.firstDate)
            // Times of files move in steps of some milliseconds.
            Threads.pause(milliseconds: 40)
        }

        private func open(_ backend: Backend) throws(CheckStop) -> (Library, Text) {
            let library = try context.open(backend)
            guard let asset = try library.assets().first(where: { $0.path == path }) else {
                throw .failed("\(path) is not listed")
            }
            return (library, asset.identifier)
        }

        /// What the backend shows of a file that stays as it is.
        func shown(_ bytes: [UInt8]) throws(CheckStop) -> [Shown] {
            try write(bytes)
            let (library, identifier) = try open(context.backend())
            var all: [Shown] = []
            for ask in asks {
                let (reply, shown) = image(library, identifier, ask, CallProbe())
                try reply.ok()
                if let shown { all.append(shown) }
            }
            library.beginShutdown()
            library.close()
            return all
        }

        private func image(
            _ library: Library, _ identifier: Text, _ ask: ImageRequest, _ control: CallProbe
        ) -> (Reply, Shown?) {
            let sink = RecordSink.frames()
            let reply = library.image(identifier, ask, sink: sink, control: control)
            let final = sink.records.last(where: \.isFinal)
            let shown = final.map { Shown(size: $0.size, sums: FrameSamples.sums($0.frame)) }
            for frame in sink.records { frame.release() }
            return (reply, shown)
        }

        private func judge(
            _ answer: (reply: Reply, shown: Shown?), _ right: [Shown], _ when: String
        ) throws(CheckStop) {
            try answer.reply.expect([PICKER_OK, PICKER_CHANGED, PICKER_NOT_FOUND])
            try context.expect(
                answer.reply.status != PICKER_OK || answer.shown.map(right.contains) ?? false,
                "\(path) was replaced \(when), and the image (\(answer.shown?.size ?? "no frame")) is that of neither file"
            )
        }

        func replaceBefore(
            _ other: [UInt8], _ first: [Shown], _ second: [Shown], isShownBefore: Bool
        ) throws(CheckStop) {
            for (index, ask) in asks.enumerated() {
                try write(before)
                let (library, identifier) = try open(context.backend())
                // Listed, and perhaps shown: what is remembered of either is not of the other file.
                if isShownBefore { try image(library, identifier, ask, CallProbe()).0.ok() }
                try write(other)
                try judge(
                    image(library, identifier, ask, CallProbe()), [first[index], second[index]],
                    "by one of the same size and date after it was \(isShownBefore ? "shown" : "listed")")
                library.beginShutdown()
                library.close()
            }
        }

        /// At some of the questions whether to go on that a request asks.
        func replaceDuring(_ other: [UInt8], _ first: [Shown], _ second: [Shown]) throws(CheckStop) {
            let undisturbed = CallProbe()
            try write(before)
            let (library, identifier) = try open(context.backend())
            try image(library, identifier, asks[0], undisturbed).0.ok()
            library.beginShutdown()
            library.close()
            var number = 1
            while number <= undisturbed.checkCount, number < 200, !context.isHalfOver {
                try write(before)
                let (library, identifier) = try open(context.backend())
                let control = CallProbe()
                var failure: CheckStop?
                control.onCheck = { count in
                    guard count == number else { return }
                    do throws(CheckStop) {
                        try Files.rewrite(place, as: other, date: FixtureLibrary.firstDate + 7200)
                    } catch { failure = error }
                }
                let answer = image(library, identifier, asks[0], control)
                if let failure { throw failure }
                try judge(
                    answer, [first[0], second[0]], "while its image was made, at question \(number) whether to go on")
                library.beginShutdown()
                library.close()
                number += number < 6 ? 1 : number
            }
        }
    }
}
