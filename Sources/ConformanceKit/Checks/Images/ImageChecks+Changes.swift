internal import BackendAPI
internal import Imaging
internal import PhotoModel
internal import Platform

/// A check of images of photos of which a list shows another version than before.
extension ImageChecks {
    static let changeChecks = [
        one(
            "after-change",
            "When a list shows another version of a photo, its image and its preview hash are those of the new file",
            "R9.7 R9.10 R12.8 R14.5",
            remedy: "Put the version into the key of what is remembered of a photo, in memory and on the disk."
        ) { context throws(CheckStop) in try afterChange(context) }
    ]

    private static let sizes = [
        ImageRequest(), ImageRequest(32, 32), ImageRequest(32, 32) { $0.delivery = PICKER_DELIVERY_FAST },
    ]

    private static func afterChange(_ context: CheckContext) throws(CheckStop) {
        let formats = try context.info().formats
        try context.makeLibrary()
        for format in PhotoFormat.allCases where formats.contains(format.rawValue) {
            try Replacing(context: context, format: format).run()
        }
    }

    /// A photo that others take the place of, all of one size.
    private struct Replacing {
        let context: CheckContext
        let format: PhotoFormat
        private var path: BytePath { BytePath("Album One/replaced-image.\(format.fileExtension)") }

        private var patterns: [TestPattern] {
            let (first, other) = (TestPattern(width: 64, height: 48), TestPattern.colors.reversed() as [[Int]])
            let turned = TestPattern(width: 48, height: 64, orientation: 6)
            return [first, TestPattern(width: 64, height: 48, colors: other)] + (format == .jpeg ? [turned] : [])
        }

        func run() throws(CheckStop) {
            try place(patterns[0], 0)
            var library = try context.open()
            guard var asset = try library.assets().first(where: { $0.path == path }) else {
                throw .failed("\(path) is not listed")
            }
            try expectShown(library, asset, patterns[0])
            for (number, pattern) in patterns.enumerated().dropFirst() {
                try place(pattern, number)
                // Who does not see it while a library is open sees it in the next one.
                if let next = try changed(library, since: asset) { try expectShown(library, next, pattern) }
                library.beginShutdown()
                library.close()
                library = try context.open()
                // That it has another version then is another check.
                guard let next = try changed(library, since: asset) else { return }
                try expectShown(library, next, pattern)
                asset = next
            }
        }

        private func place(_ pattern: TestPattern, _ number: Int) throws(CheckStop) {
            let part: BytePath = "part.tmp"
            let date = FixtureLibrary.firstDate + number * 60
            try Files.write(pattern.encoded(as: format), to: context.root / part, date: date)
            try Files.rename(context.root / part, to: context.root / path)
        }

        /// The photo, as soon as it has another version; nil: it keeps the one that it had.
        private func changed(_ library: Library, since before: AssetCopy) throws(CheckStop) -> AssetCopy? {
            func now() throws(CheckStop) -> AssetCopy? {
                try library.assets().first { $0.path == path && $0.version != before.version }
            }
            if let asset = try now() { return asset }
            guard try context.served(by: library).contains(.observe) else { return nil }
            let control = CallProbe(deadline: Clock.now + context.limit(milliseconds: 6000))
            // An index is brought up to date while an observer waits.
            let observer = Threads.start { _ = library.observe(sink: .changes(), control: control) }
            defer {
                control.change(to: PICKER_CANCELLED)
                observer?.join()
            }
            let end = Clock.now + context.limit(milliseconds: 6000)
            while Clock.now < end {
                if let asset = try now() { return asset }
                Threads.pause(milliseconds: 20)
            }
            return nil
        }

        private func expectShown(_ library: Library, _ asset: AssetCopy, _ pattern: TestPattern) throws(CheckStop) {
            if let hash = asset.placeholder.flatMap(PreviewHash.init(bytes:)) {
                let found = LibraryChecks.difference(of: hash, from: pattern.uprightColors)
                try context.expect(found == nil, "\(path) was replaced, a list shows that, and \(found ?? "")")
            }
            for ask in sizes {
                let frame = try library.finalFrame(asset.identifier, ask)
                try context.expect(
                    frame.shows(pattern.uprightColors, tolerance: format.tolerance),
                    "\(path) was replaced, a list shows that, and its image in \(ask.sizeText) shows \(frame.quarters), not "
                        + "\(pattern.uprightColors)")
            }
        }
    }
}
