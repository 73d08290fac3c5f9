internal import BackendAPI

/// A check of files that are rewritten while they are read.
extension DataChecks {
    static func oneVersion(_ context: CheckContext) throws(CheckStop) {
        let formats = try context.info().formats
        let backend = try context.backend()
        try context.makeLibrary()
        for format in PhotoFormat.allCases where formats.contains(format.rawValue) {
            guard let photo = context.fixtures.photos.first(where: { $0.format == format }) else { continue }
            let file = try RewrittenFile(context.root / photo.path, photo)
            try whileReading(context, backend, file)
            try betweenReads(context, backend, file)
        }
    }

    /// The file changes in the middle of a read, as far as the backend lets the kit in there: when it asks whether to go
    /// on.
    private static func whileReading(
        _ context: CheckContext, _ backend: Backend, _ file: RewrittenFile
    ) throws(CheckStop) {
        let control = CallProbe()
        try read(context, backend, file, control)
        let asked = control.checkCount
        // The first question comes before anything was read; the last ones come between pieces, if there are any.
        for number in Set([1] + (asked - 4...asked)).sorted() where (1...max(1, asked)).contains(number) {
            let control = CallProbe()
            var failure: CheckStop?
            control.onCheck = { count in
                guard count == number else { return }
                do throws(CheckStop) { try file.rewrite() } catch { failure = error }
            }
            try read(context, backend, file, control)
            if let failure { throw failure }
        }
    }

    /// Reads the whole file in one call, before which it is what it was at first.
    private static func read(
        _ context: CheckContext, _ backend: Backend, _ file: RewrittenFile, _ control: CallProbe
    ) throws(CheckStop) {
        let (library, asset) = try open(context, backend, file)
        let part = library.read(ReadRequest(asset.identifier, capacity: file.before.count + 16), control: control)
        library.beginShutdown()
        library.close()
        try part.reply.expect([PICKER_OK, PICKER_CHANGED])
        try context.expect(
            part.reply.status == PICKER_CHANGED || part.bytes == file.before || part.bytes == file.after,
            "\(file.path) was rewritten during a read, whose \(part.bytes.count) bytes are those of no version")
    }

    /// The file changes between the reads of its halves, which both name the version of the first.
    private static func betweenReads(
        _ context: CheckContext, _ backend: Backend, _ file: RewrittenFile
    ) throws(CheckStop) {
        let (library, asset) = try open(context, backend, file)
        let details = try library.details(asset.identifier)
        let version = details.representations.first?.version ?? asset.version
        let half = file.before.count / 2
        let first = library.read(ReadRequest(asset.identifier, capacity: half) { $0.version = version })
        try first.reply.ok()
        try file.rewrite()
        let rest = library.read(
            ReadRequest(asset.identifier, capacity: file.before.count) {
                $0.version = version
                $0.offset = UInt64(half)
            })
        library.beginShutdown()
        library.close()
        // 0 asks for any version.
        guard version != 0 else { return }
        try rest.reply.expect([PICKER_OK, PICKER_CHANGED])
        try context.expect(
            rest.reply.status == PICKER_CHANGED || first.bytes + rest.bytes == file.before,
            "\(file.path) was rewritten between two reads of one version, and the second gave bytes of another")
    }

    /// A library in which the file is what it was at first, and its asset.
    private static func open(
        _ context: CheckContext, _ backend: Backend, _ file: RewrittenFile
    ) throws(CheckStop) -> (Library, AssetCopy) {
        try file.write()
        let library = try context.open(backend)
        guard let match = try context.matches(library).first(where: { $0.photo.path == file.photo.path }) else {
            throw .failed("\(file.photo.path) is not listed")
        }
        return (library, match.asset)
    }
}

/// A photo that has other bytes from one moment to the next, as many as before.
private struct RewrittenFile {
    let path: BytePath
    let photo: FixturePhoto
    let before: [UInt8]
    let after: [UInt8]

    init(_ path: BytePath, _ photo: FixturePhoto) throws(CheckStop) {
        (self.path, self.photo) = (path, photo)
        let image = try photo.pattern.encoded(as: photo.format)
        // Readers of images pass over what is behind them. It is more than backends read at once.
        let length = 3 << 19
        before = image + [UInt8](repeating: 0x11, count: length)
        after = image + [UInt8](repeating: 0x22, count: length)
    }

    func write() throws(CheckStop) { try Files.write(before, to: path, date: photo.date) }

    func rewrite() throws(CheckStop) { try Files.rewrite(path, as: after, date: photo.date + 7200) }
}
