internal import BackendAPI
internal import PhotoModel

/// Checks of bytes against the file, wherever a read begins and ends, and of versions.
extension DataChecks {
    static let models = [
        Check(
            "data.any-range", "Any part of a file of megabytes is that part of it", "R7.3 R9.1",
            requires: [.anyKnownFormat],
            remedy: "Go on from where the last piece ended, in the file and in the buffer, and set *length in any case."
        ) { context throws(CheckStop) in try anyRange(context) },
        Check(
            "data.replaced",
            "A file that is replaced has another version, whatever its size and date, and is not read as the old",
            "R9.7 R10.1", requires: [.anyKnownFormat],
            remedy: "Make the version of size, modification time in nanoseconds, change time and inode."
        ) { context throws(CheckStop) in try replaced(context) },
        Check(
            "data.long-read", "A read of 64 MB asks check again and again, and ends when it is cancelled",
            "R12.1 R12.2",
            requires: [.anyKnownFormat],
            remedy: "Read in pieces of a megabyte at most, and ask check between them."
        ) { context throws(CheckStop) in try longRead(context) },
    ]

    /// A photo with so many bytes behind it, which readers of images pass over; no two places in it look alike.
    private static func large(_ context: CheckContext, _ format: PhotoFormat, extra: Int) throws(CheckStop) -> [UInt8] {
        var random = SeededNumbers(seed: context.order.seed)
        let image = try TestPattern(width: 64, height: 48).encoded(as: format)
        let numbers = (0..<extra / 8).map { _ in random.next() }
        return image + numbers.withUnsafeBytes { Array($0) }
    }

    private static func asset(_ library: Library, _ path: BytePath) throws(CheckStop) -> AssetCopy {
        guard let asset = try library.assets().first(where: { $0.path == path }) else {
            throw .failed("\(path) is not listed")
        }
        return asset
    }

    // MARK: Parts

    private static func anyRange(_ context: CheckContext) throws(CheckStop) {
        let format = try ChangeChecks.format(context)
        let path = BytePath("large-file.\(format.fileExtension)")
        try context.makeLibrary()
        let file = try large(context, format, extra: 2_300_000)
        try Files.write(file, to: context.root / path)
        let library = try context.open()
        let identifier = try asset(library, path).identifier
        var random = SeededNumbers(seed: context.order.seed &+ 2)
        var parts = [(0, file.count), (0, file.count + 1), (0, file.count - 1), (1, file.count), (file.count - 1, 9)]
        // Where the pieces of a reader may begin.
        for edge in [1 << 12, 1 << 16, 1 << 17, 1 << 18, 1 << 20] {
            parts += [(edge - 1, 2), (edge, edge + 1), (1, edge)]
        }
        for _ in 0..<40 {
            let offset = Int(random.next() % UInt64(file.count + 10))
            parts.append((offset, Int(random.next() % UInt64(random.next() % 2 == 0 ? 5000 : file.count))))
        }
        for (offset, capacity) in parts {
            let part = library.read(ReadRequest(identifier, capacity: capacity) { $0.offset = UInt64(offset) })
            try part.reply.ok()
            let expected = offset < file.count ? file[offset..<min(file.count, offset + capacity)] : []
            try context.expect(part.isIntact, "\(offset)+\(capacity): more was written, or the length was not set")
            let isSame = part.bytes.count == expected.count && Files.areEqual(part.bytes[...], expected)
            try context.expect(
                isSame,
                "\(offset)+\(capacity) of \(file.count): \(part.bytes.count) bytes came, \(expected.count) expected, or others"
            )
        }
    }

    // MARK: Versions

    private static func replaced(_ context: CheckContext) throws(CheckStop) {
        let format = try ChangeChecks.format(context)
        let path = BytePath("Album One/replaced.\(format.fileExtension)")
        let backend = try context.backend()
        try context.makeLibrary()
        let whole = try TestPattern(width: 64, height: 48).encoded(as: format)
        // The same in size, and in its second.
        let contents = (0..<4).map { whole + [UInt8](repeating: UInt8($0), count: 40) }
        let second = FixtureLibrary.firstDate * 1000
        let dates = [second, second + 250, second + 250, second + 250]
        var seen: [UInt64] = []
        for (index, content) in contents.enumerated() {
            let place = context.root / path
            if index == 2 {
                // By renaming, as a program that saves does.
                try Files.write(content, to: context.root / "part.tmp")
                try Files.setDate(of: context.root / "part.tmp", milliseconds: dates[index])
                try Files.rename(context.root / "part.tmp", to: place)
            } else {
                try Files.write(content, to: place)
                try Files.setDate(of: place, milliseconds: dates[index])
            }
            let library = try context.open(backend)
            let found = try asset(library, path)
            let version = try library.details(found.identifier).representations.first?.version ?? found.version
            for old in seen where old != 0 {
                let reply = library.read(ReadRequest(found.identifier, capacity: 8) { $0.version = old }).reply
                try context.expect(
                    reply.status == PICKER_CHANGED,
                    "after \(index) replacements, a read of an old version answered \(reply.described)")
            }
            try context.expect(
                version == 0 || !seen.contains(version),
                "after \(index) replacements of the same size, its version stayed")
            seen.append(version)
            let bytes = try library.bytes(found.identifier)
            try context.expect(bytes == content, "after \(index) replacements, the bytes are not those of the file")
            try unseen(context, library, found.identifier, version, place, whole, path)
            library.beginShutdown()
            library.close()
        }
    }

    /// The file is replaced while the library is open: nothing gives what is in it now as the version that was listed.
    private static func unseen(
        _ context: CheckContext, _ library: Library, _ identifier: Text, _ version: UInt64, _ place: BytePath,
        _ whole: [UInt8], _ path: BytePath
    ) throws(CheckStop) {
        guard version != 0 else { return }
        // Times of files move in steps of some milliseconds.
        Threads.pause(milliseconds: 40)
        try Files.write(whole + [UInt8](repeating: 0xEE, count: 40), to: place)
        try Files.setDate(of: place, milliseconds: FixtureLibrary.firstDate * 1000 + 250)
        for offset in [0, 20, UInt64(whole.count)] as [UInt64] {
            let part = library.read(
                ReadRequest(identifier, capacity: 64) { ($0.version, $0.offset) = (version, offset) })
            try context.expect(
                part.reply.status == PICKER_CHANGED,
                "\(path) was replaced after it was listed; a read of the version that was listed, from \(offset) on, "
                    + "answered \(part.reply.described)")
        }
        Threads.pause(milliseconds: 40)
    }

    // MARK: Cancellation

    private static func longRead(_ context: CheckContext) throws(CheckStop) {
        let format = try ChangeChecks.format(context)
        let path = BytePath("long-file.\(format.fileExtension)")
        try context.makeLibrary()
        let file = try TestPattern(width: 64, height: 48).encoded(as: format)
        let size = 64 << 20
        try Files.write(file, to: context.root / path)
        try Files.extend(context.root / path, to: size)
        let library = try context.open()
        let identifier = try asset(library, path).identifier
        let asked = CallProbe()
        let part = library.read(ReadRequest(identifier, capacity: size), control: asked)
        try part.reply.ok()
        try context.expect(part.bytes.count == size, "\(part.bytes.count) of \(size) bytes came")
        // What is left is far more than 10 ms of work from a disk.
        try context.expect(asked.checkCount >= 4, "it asked \(asked.checkCount) times while it read \(size >> 20) MB")
        // Early: in a worker it is asked by the clock, and a second read may take half as long as the first.
        let control = CallProbe(answering: PICKER_CANCELLED, afterChecks: 1)
        try library.read(ReadRequest(identifier, capacity: size), control: control).reply.expect(PICKER_CANCELLED)
    }
}
