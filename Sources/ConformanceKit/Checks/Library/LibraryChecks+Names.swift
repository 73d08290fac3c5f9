internal import BackendAPI
internal import PhotoModel

/// Checks of names of every kind, and of roots as people write them.
extension LibraryChecks {
    static let nameChecks = [
        Check(
            "library.odd-names",
            "Names that are not UTF-8, of any kind, come as text and in their bytes, wherever there are names",
            "R8.1 R8.3 R8.4",
            requires: [.anyKnownFormat],
            remedy:
                "UTF-8 has no overlong forms, no surrogates and nothing above U+10FFFF (RFC 3629): replace what is none."
        ) { context throws(CheckStop) in try oddNames(context) },
        Check(
            "library.odd-roots",
            "The same photos come for a root with a slash behind it, with \"/./\" in it, or behind a link",
            "R8.4 R7.3",
            requires: [.anyKnownFormat],
            remedy: "Open the root as it is given, or as it is resolved, and make identifiers of that."
        ) { context throws(CheckStop) in try oddRoots(context) },
    ]

    /// Parts of names that are not UTF-8, or that look as if they were not.
    private static let parts: [[UInt8]] = [
        [0x80], [0xC0, 0xAF], [0xC1, 0xBF], [0xC3], [0xE0, 0x80, 0xAF], [0xE0, 0x9F, 0xBF], [0xE2, 0x82],
        [0xED, 0xA0, 0x80],
        [0xED, 0xBF, 0xBF], [0xF0, 0x80, 0x80, 0xAF], [0xF0, 0x9F, 0x98], [0xF4, 0x90, 0x80, 0x80],
        [0xF5, 0x80, 0x80, 0x80],
        [0xF8, 0x88, 0x80, 0x80, 0x80], [0xFE], [0xFF, 0xFF], [0xE2, 0x82, 0x41], [0xF0, 0x9F, 0x41, 0x80],
        [0xC3, 0x28],
        [0xE2, 0x82, 0xAC, 0x82], [0xF0, 0x9F, 0x98, 0x41], [0xC3, 0x41], [0xE2, 0x41, 0xAC],
        // Valid: the first and last of two, three and four bytes, U+FFFD itself, and what is not a character.
        [0xC2, 0x80], [0xDF, 0xBF], [0xE0, 0xA0, 0x80], [0xED, 0x9F, 0xBF], [0xEF, 0xBF, 0xBD], [0xEF, 0xBF, 0xBF],
        [0xF0, 0x90, 0x80, 0x80], [0xF4, 0x8F, 0xBF, 0xBF],
    ]

    /// The beginning of the name in which U+FFFD is what it is.
    private static let replacement = "n\(parts.firstIndex(of: [0xEF, 0xBF, 0xBD]) ?? 0)"

    private static func oddNames(_ context: CheckContext) throws(CheckStop) {
        let format = try ChangeChecks.format(context)
        let suffix = Array(".\(format.fileExtension)".utf8)
        let photo = try TestPattern(width: 64, height: 48).encoded(as: format)
        let (root, data) = try context.makeFolder("odd")
        var wanted: [BytePath] = []
        for (index, part) in parts.enumerated() {
            let stem = Array("n\(index)-".utf8) + part
            let folder = BytePath(Array("f".utf8) + stem)
            wanted += [BytePath(stem + suffix), folder / BytePath(Array("inside".utf8) + suffix)]
            try Files.makeFolder(root / folder)
            // Not to be shown, and diagnosed by some.
            try Files.write(Array(photo.prefix(9)), to: root / BytePath(Array("d".utf8) + stem + suffix))
            try Files.write([1, 2, 3], to: root / BytePath(Array("d".utf8) + stem + Array(".zip".utf8)))
        }
        for path in wanted { try Files.write(photo, to: root / path) }
        let host = HostProbe()
        let library = try context.open(context.backend(host: host), root: root, data: data)
        let recipe = IdentifierRecipe(root: root)
        var found: [BytePath: AssetCopy] = [:]
        for asset in try library.assets() { found[asset.path] = asset }
        for path in wanted {
            guard let asset = found[path] else {
                throw .failed("\(shown(path)) is not listed with the bytes of its path")
            }
            try names(context, asset.filename, asset.relativePath, asset.pathBytes, of: path)
            try context.expect(
                asset.identifier.description == recipe.asset(path),
                "\(shown(path)) is \(asset.identifier), and \(recipe.asset(path)) in other backends")
            guard let file = try library.details(asset.identifier).representations.first else { continue }
            try names(context, file.filename, file.relativePath, file.pathBytes, of: path)
            _ = try library.finalFrame(asset.identifier, ImageRequest(16, 16))
            try context.expect(
                try library.bytes(asset.identifier) == photo, "\(shown(path)) has other bytes than its file")
        }
        try texts(context, library, wanted, host)
    }

    /// Whether both texts say the path as well as text can, and the bytes are there when they do not say it exactly.
    private static func names(
        _ context: CheckContext, _ filename: Text, _ relativePath: Text, _ bytes: [UInt8]?, of path: BytePath
    ) throws(CheckStop) {
        try context.expect(
            filename.isValid && relativePath.isValid, "a text of \(shown(path)) is not UTF-8: \(relativePath)")
        let isSame = squeezed(relativePath.description) == squeezed(path.description)
        try context.expect(isSame, "\(shown(path)) has the path \"\(relativePath)\"")
        let isNamed = squeezed(filename.description) == squeezed(path.name.description)
        try context.expect(isNamed, "\(shown(path)) has the file name \"\(filename)\"")
        try context.expect(
            bytes == nil ? path.isUTF8 : bytes == path.bytes,
            "\(shown(path)) comes \(bytes == nil ? "without the bytes of its path" : "with other bytes of its path")")
    }

    /// Albums, diagnostics, what was logged, and fetches by paths.
    private static func texts(
        _ context: CheckContext, _ library: Library, _ wanted: [BytePath], _ host: HostProbe
    ) throws(CheckStop) {
        for collection in try library.allCollections() {
            try context.expect(collection.title.isValid, "the title of a collection is not UTF-8: \(collection.title)")
        }
        let sink = RecordSink.diagnostics()
        try library.diagnostics(sink: sink).ok()
        for record in sink.records {
            let isText = record.relativePath.isValid && record.message.isValid
            try context.expect(isText, "a diagnostic is not UTF-8: \(record.relativePath) \(record.message)")
            // One of the names has U+FFFD in it.
            let isUnclear = squeezed(record.relativePath.description).contains("-\u{FFFD}")
            let isSame = record.pathBytes.map {
                squeezed(BytePath($0).description) == squeezed(record.relativePath.description)
            }
            try context.expect(
                isSame ?? (!isUnclear || record.relativePath.description.contains("\(replacement)-")),
                "the diagnostic of \(record.relativePath) comes without the bytes of its path, or with others")
        }
        for text in host.logged { try context.expect(text.isValid, "a log message is not UTF-8: \(text)") }
        let fetched = library.fetch(FetchRequest(.paths(wanted)))
        guard fetched.reply.status == PICKER_OK, let fetch = fetched.fetch else {
            try fetched.reply.expect(PICKER_UNSUPPORTED)
            return
        }
        defer { fetch.release() }
        let paths = try fetch.window(0, 1000).map(\.path)
        try context.expect(paths == wanted, "of \(wanted.count) paths \(paths.count) were found, or in another order")
    }

    /// With one U+FFFD for any number of them: how many stand for what is not UTF-8 is a backend's own affair.
    private static func squeezed(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars where scalar != "\u{FFFD}" || result.unicodeScalars.last != scalar {
            result.unicodeScalars.append(scalar)
        }
        return result
    }

    /// A path whose bytes people can read.
    private static func shown(_ path: BytePath) -> String {
        path.bytes.map { (32..<127).contains($0) ? String(UnicodeScalar($0)) : "\\x" + String($0, radix: 16) }.joined()
    }

    // MARK: Roots

    private static func oddRoots(_ context: CheckContext) throws(CheckStop) {
        let backend = try context.backend()
        let expected = try context.open(backend).assets().map(\.path)
        try Files.link(context.folder / "link-to-library", to: context.root)
        // What is not UTF-8, or something to who puts paths together as text.
        let odd = context.folder / BytePath(Array("odd %41'\" {}*".utf8) + [0xF6, 0x0A, 0xFF])
        try Files.link(odd, to: context.root)
        try Files.makeFolder(context.folder / ".hidden.jpg")
        try Files.link(context.folder / ".hidden.jpg" / "link", to: context.root)
        let slash = [UInt8(ascii: "/")]
        let roots = [
            BytePath(context.root.bytes + slash), BytePath(context.root.bytes + slash + slash),
            context.folder / "." / FixtureLibrary.library, context.folder / "link-to-library",
            BytePath((context.folder / "link-to-library").bytes + slash),
            // What a library lies in says nothing about what is in it.
            context.folder / ".hidden.jpg" / "link", odd,
        ]
        for (index, root) in roots.enumerated() {
            let data = context.folder / BytePath("data-\(index)")
            try Files.makeFolder(data)
            let library = try context.open(backend, root: root, data: data)
            let assets = try library.assets()
            try context.expect(
                Set(assets.map(\.path)) == Set(expected),
                "in \(root) there are \(assets.count) assets, \(expected.count) in \(context.root), or others")
            // Backends may resolve the root first: hosts give it without links and slashes.
            let recipes = [root, context.root].map { IdentifierRecipe(root: $0) }
            for asset in assets.prefix(20) where context.fixtures.photos.contains(where: { $0.path == asset.path }) {
                let names = recipes.map { $0.asset(asset.path) }
                try context.expect(
                    names.contains(asset.identifier.description),
                    "in \(root), \(asset.path) is \(asset.identifier), and \(names[0]) in other backends")
                try library.read(ReadRequest(asset.identifier, capacity: 16)).reply.ok()
            }
            library.beginShutdown()
            library.close()
        }
    }
}
