internal import BackendAPI
internal import PhotoModel

/// Checks of records of assets.
extension LibraryChecks {
    static func listsPhotos(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        let formats = try context.info().formats
        let listed = Set(try library.assets().map { context.key(of: $0.path) })
        // Names that are not UTF-8 are found by another check.
        let wanted = context.fixtures.photos.filter { formats.contains($0.format.rawValue) && $0.path.isUTF8 }
        let missing = wanted.filter { !listed.contains(context.key(of: $0.path)) }
        try context.expect(
            missing.isEmpty,
            "\(missing.count) are missing: \(missing.prefix(3).map(\.path.description).joined(separator: ", "))")
    }

    /// That images come of no format that is not declared: without that, no host asks for them.
    static func formats(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        let declared = try context.info().formats
        var seen: Set<Text> = []
        for asset in try library.assets() where asset.mediaType == PICKER_MEDIA_IMAGE {
            let isNew = !declared.contains(asset.contentType.description) && seen.insert(asset.contentType).inserted
            guard isNew else { continue }
            let reply = library.image(asset.identifier, ImageRequest(16, 16), sink: .releasing())
            try context.expect(
                reply.status != PICKER_OK,
                "an image of \(asset.path) came, and info.formats does not name \(asset.contentType)")
        }
        let known = declared.filter(PhotoFormat.identifiers.contains)
        let listed = try library.assets().map(\.contentType.description)
        try context.expect(
            known.isEmpty || listed.contains(where: known.contains),
            "it declares \(known.sorted().joined(separator: ", ")), and lists no asset of that type")
    }

    static func texts(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        let assets = try library.assets()
        for asset in assets {
            for text in [asset.filename, asset.relativePath, asset.contentType] {
                try context.expect(text.isValid, "a text of \(asset.path) is not UTF-8")
                try context.expect(text.bytes != nil, "a text of \(asset.path) is absent")
            }
        }
        for collection in try library.allCollections() {
            try context.expect(
                collection.title.isValid && collection.title.bytes != nil, "the title \"\(collection.title)\"")
        }
        for asset in assets.prefix(12) {
            let details = try library.details(asset.identifier)
            let texts =
                details.cameraTexts
                + details.representations.flatMap { [$0.filename, $0.relativePath, $0.contentType] }
            try context.expect(
                !details.isWithoutKeywords, "details of \(asset.path) count keywords, and the pointer to them is NULL")
            try context.expect(texts.allSatisfy(\.isValid), "a text in the details of \(asset.path) is not UTF-8")
        }
    }

    static func rawNames(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        let formats = try context.info().formats
        let assets = try library.assets()
        let wanted = context.fixtures.photos.filter { !$0.path.isUTF8 && formats.contains($0.format.rawValue) }
        for photo in wanted {
            let found = assets.first { $0.pathBytes == photo.path.bytes }
            try context.expect(found != nil, "\(photo.path) is not listed with the bytes of its path")
        }
    }

    static func staysInside(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        let outside = FixtureLibrary.outsideSize
        for asset in try library.assets() {
            let isSecret = PixelSize(width: asset.width, height: asset.height) == outside
            try context.expect(!isSecret, "\(asset.path) is a file outside of the root")
            let parts = asset.path.bytes.split(separator: UInt8(ascii: "/"))
            try context.expect(!parts.contains(Array("..".utf8)[...]), "the path \(asset.path) leads out of the root")
        }
        let paths = PhotoFormat.allCases.flatMap { format in
            ["../outside/secret.", "Odd/way-out/secret.", "Odd/outside-secret."].map {
                BytePath($0 + format.fileExtension)
            }
        }
        let fetched = library.fetch(FetchRequest(.paths(paths)))
        guard fetched.reply.status == PICKER_OK, let fetch = fetched.fetch else {
            try fetched.reply.expect([PICKER_UNSUPPORTED, PICKER_INVALID_ARGUMENT])
            return
        }
        defer { fetch.release() }
        let found = try fetch.window(0, 100)
        try context.expect(found.isEmpty, "\(found.first?.path.description ?? "") was found by its path")
    }

    static func facts(_ context: CheckContext) throws(CheckStop) {
        for match in try context.matches(context.open()) {
            let (photo, asset) = (match.photo, match.asset)
            let isTold = asset.width != 0 || asset.height != 0
            try context.expect(
                !isTold || (asset.width == photo.width && asset.height == photo.height),
                "\(photo.path) has \(photo.size) pixels, the asset says \(asset.width)x\(asset.height)")
            let size = try Files.read(context.root / photo.path).count
            try context.expect(
                asset.mayHave(bytes: size), "\(photo.path) has \(size) bytes, not \(asset.byteSize)")
            try context.expect(
                asset.mediaType == PICKER_MEDIA_IMAGE, "\(photo.path) has the media type \(asset.mediaType)")
            try context.expect(asset.representationCount >= 1, "\(photo.path) has no representations")
            try context.expect(
                asset.filename.isValid == false
                    || asset.relativePath.bytes?.suffix(asset.filename.bytes?.count ?? 0)
                        == asset.filename.bytes?[...],
                "\(asset.filename) is not the name in \(asset.relativePath)")
        }
    }

    static func details(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        let knowsJPEG = try context.info().formats.contains(PhotoFormat.jpeg.rawValue)
        for asset in try library.assets() where !context.isHalfOver {
            let details = try library.details(asset.identifier)
            guard let repeated = details.asset else { throw .failed("\(asset.path): details has no asset") }
            try context.expect(
                repeated.identifier == asset.identifier && repeated.path == asset.path
                    && (repeated.byteSize == asset.byteSize || asset.byteSize == 0),
                "\(asset.path): details describes another asset")
            try context.expect(
                details.representations.count == Int(repeated.representationCount),
                "\(asset.path): \(details.representations.count) representations, not \(repeated.representationCount)")
            try roles(context, asset, details.representations)
            try pairs(context, library, asset, details.representations, knowsJPEG: knowsJPEG)
        }
    }

    /// What the kit's pairs are made of, as their first bytes say it.
    private static func pairs(
        _ context: CheckContext, _ library: Library, _ asset: AssetCopy, _ files: [RepresentationCopy],
        knowsJPEG: Bool
    ) throws(CheckStop) {
        guard context.order.fixtureCommand == nil else { return }
        for (index, file) in files.enumerated() where file.path.folder == "Pairs" {
            let part = library.read(ReadRequest(asset.identifier, capacity: 12) { $0.representation = UInt32(index) })
            try part.reply.ok()
            let (type, isJPEG) = (file.contentType.description, part.bytes.starts(with: jpegStart))
            let isKnown = PhotoFormat.identifiers.contains(type)
            try context.expect(
                isJPEG ? !knowsJPEG || type == PhotoFormat.jpeg.rawValue : !isKnown,
                "\(file.path), a file of \(asset.path), has the type \(type), which its bytes are not of")
            try context.expect(
                !strangeRoles(part.bytes).contains(file.role),
                "\(file.path), a file of \(asset.path), has the role \(file.role), which is of other files")
        }
    }

    private static let jpegStart: [UInt8] = [0xFF, 0xD8, 0xFF]

    /// Roles that a file of the kit's pairs cannot have: a JPEG is no video, a video no photo, a RAW file neither.
    private static func strangeRoles(_ start: [UInt8]) -> [UInt32] {
        if start.starts(with: jpegStart) { return [PICKER_ROLE_RAW, PICKER_ROLE_PAIRED_VIDEO, PICKER_ROLE_VIDEO] }
        let isVideo = start.dropFirst(4).starts(with: Array("ftyp".utf8))
        return isVideo
            ? [PICKER_ROLE_PHOTO, PICKER_ROLE_RAW, PICKER_ROLE_EDITED]
            : [PICKER_ROLE_EDITED, PICKER_ROLE_PAIRED_VIDEO, PICKER_ROLE_VIDEO]
    }

    /// Letters, digits, "-" and ".", with a point in it; types of MIME have a "/" (R8.7).
    private static func isTypeIdentifier(_ text: Text) -> Bool {
        let bytes = text.bytes ?? []
        return bytes.contains(UInt8(ascii: "."))
            && bytes.allSatisfy { byte in
                (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || byte >= 0x80
                    || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
            }
    }

    private static func roles(
        _ context: CheckContext, _ asset: AssetCopy, _ files: [RepresentationCopy]
    ) throws(CheckStop) {
        let isNewer = try context.isNewer()
        for file in files {
            let isKnown = isNewer || (PICKER_ROLE_PHOTO...PICKER_ROLE_ALTERNATE).contains(file.role)
            try context.expect(isKnown, "\(file.path) has the role \(file.role), which is none")
            try context.expect(
                isTypeIdentifier(file.contentType),
                "\(file.path) has the type \"\(file.contentType)\", which is no uniform type identifier")
            // What is a part of a file may have a name of its own, and what a server keeps, too.
            guard file.byteOffset == 0, context.order.fixtureCommand == nil, file.filename.isValid else { continue }
            let name = file.filename.bytes ?? []
            try context.expect(
                file.relativePath.bytes?.suffix(name.count) == name[...],
                "\(file.path), a file of \(asset.path), has the file name \"\(file.filename)\"")
        }
        let shown = [PICKER_ROLE_PHOTO, PICKER_ROLE_RAW, PICKER_ROLE_EDITED, PICKER_ROLE_ALTERNATE]
        guard asset.mediaType == PICKER_MEDIA_IMAGE, !files.isEmpty else { return }
        try context.expect(
            files.contains { shown.contains($0.role) }, "\(asset.path) is an image, and has no file with one but videos"
        )
    }
}
