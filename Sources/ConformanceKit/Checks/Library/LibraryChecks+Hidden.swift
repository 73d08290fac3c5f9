internal import BackendAPI
internal import PhotoModel
internal import Platform

/// Checks of what is seldom looked at: what is hidden, and what is not shown at all.
extension LibraryChecks {
    static let hiddenChecks = [
        Check(
            "library.hidden-assets", "A hidden asset that is asked for has details, bytes and an image as others have",
            "R7.3 R9.9", requires: [.capability(.queryHidden), .anyKnownFormat],
            remedy: "Hidden is a condition of a query, and nothing else: look identifiers up among all assets."
        ) { context throws(CheckStop) in try hiddenAssets(context) }
    ]

    private static func hiddenAssets(_ context: CheckContext) throws(CheckStop) {
        let format = try ChangeChecks.format(context)
        try context.makeLibrary()
        let file = try TestPattern(width: 56, height: 40).encoded(as: format)
        try Files.write(file, to: context.root / BytePath("Nested/.hidden.\(format.fileExtension)"))
        let library = try context.open()
        // Which files are hidden is the backend's own affair.
        let query = FetchRequest.everything { $0.hidden = PICKER_HIDDEN_ONLY }
        for asset in try library.assets(FetchRequest(query: query)) {
            try context.expect(asset.isHidden, "\(asset.path) is listed as hidden, and does not say so")
            let details = try library.details(asset.identifier)
            try context.expect(
                try isAlike(library, asset, details), "details describes the hidden \(asset.path) in another way")
            let bytes = try library.bytes(asset.identifier)
            try context.expect(
                asset.mayHave(bytes: bytes.count), "the hidden \(asset.path) has \(bytes.count) bytes to read")
            guard asset.contentType.description == format.rawValue else { continue }
            _ = try library.finalFrame(asset.identifier, ImageRequest(24, 24))
        }
    }

    /// That a diagnostic is of something in the library, and says of what may not be read that it may not.
    private static func place(
        _ context: CheckContext, _ record: DiagnosticCopy, _ areRespected: Bool
    ) throws(CheckStop) {
        let path = BytePath(record.pathBytes ?? record.relativePath.bytes ?? [])
        if path == "." { return }
        let first = BytePath(Array(path.bytes.prefix { $0 != UInt8(ascii: "/") }))
        try context.expect(
            !first.bytes.isEmpty && first != ".." && Files.isThere(context.root / first),
            "the diagnostic of \(path) is of nothing in the library; paths begin at its root")
        guard areRespected, path.description.hasPrefix("closed-") else { return }
        // Of a file that it knows by its name to be of another format, it need not know more.
        let formats = try context.info().formats
        let isForeign = PhotoFormat.allCases.contains {
            !formats.contains($0.rawValue) && path == BytePath("closed-file.\($0.fileExtension)")
        }
        if isForeign, record.reason == PICKER_UNSUPPORTED_FORMAT { return }
        try context.expect(
            record.reason == PICKER_ACCESS_DENIED,
            "\(path) may not be read, and the reason of its diagnostic is \(Status.name(record.reason))")
    }

    /// Files that are alike but for their names: each of them is reported once, or none is, and none is listed besides.
    private static func alike(_ context: CheckContext) throws(CheckStop) {
        let (root, data) = try context.makeFolder("alike")
        let suffixes = PhotoFormat.allCases.map(\.fileExtension) + ["zip"]
        for format in PhotoFormat.allCases {
            let photo = try TestPattern(width: 64, height: 48).encoded(as: format)
            try Files.write(photo, to: root / BytePath("photo.\(format.fileExtension)"))
        }
        let names = suffixes.map { suffix in (1...4).map { BytePath("none-\($0).\(suffix)") } }
        for name in names.joined() { try Files.write(Array("neither of them\n".utf8), to: root / name) }
        let library = try context.open(context.backend(), root: root, data: data)
        let sink = RecordSink.diagnostics()
        try library.diagnostics(sink: sink).ok()
        let told = sink.records.map { BytePath($0.pathBytes ?? $0.relativePath.bytes ?? []) }
        let listed = Set(try library.assets().map(\.path))
        for group in names {
            let found = told.filter { group.contains($0) }
            try context.expect(
                found.isEmpty || found.count == group.count && Set(found) == Set(group),
                "of \(group.count) files like \(group[0]), diagnostics reported \(found.count), not each once, or none")
            let both = found.first { listed.contains($0) }
            try context.expect(
                both == nil, "\(both?.description ?? "") is listed as an asset, and reported as a file that is none")
        }
    }

    /// What is not shown, of a library in which there is something: archives that are none, and what may not be read.
    static func diagnostics(_ context: CheckContext) throws(CheckStop) {
        try alike(context)
        try context.makeLibrary()
        for number in 1...3 {
            try Files.write(Array("no archive".utf8), to: context.root / BytePath("broken-\(number).zip"))
            let folder = context.root / BytePath("closed-\(number)")
            try Files.makeFolder(folder)
            try Files.setPermissions(0, of: folder)
        }
        for format in PhotoFormat.allCases {
            let file = context.root / BytePath("closed-file.\(format.fileExtension)")
            try Files.write(TestPattern(width: 64, height: 48).encoded(as: format), to: file)
            try Files.setPermissions(0, of: file)
        }
        // A superuser reads everything; this process gives that up, if it can.
        let areRespected = (try? ProcessRestriction.respectPermissions()) != nil
        let library = try context.open()
        let sink = RecordSink.diagnostics()
        try library.diagnostics(sink: sink).ok()
        let isNewer = try context.isNewer()
        for record in sink.records {
            let name = record.relativePath
            try place(context, record, areRespected)
            let isReason = record.reason != PICKER_OK && (isNewer || Status.isKnown(record.reason))
            try context.expect(isReason, "the diagnostic of \(name) has the reason \(Status.name(record.reason))")
            try context.expect(record.relativePath.isValid && record.message.isValid, "a text is not UTF-8")
            try context.expect(
                "\(name)" != "." || record.message.bytes?.isEmpty == false,
                "the diagnostic of the library as a whole, with the reason \(Status.name(record.reason)), says nothing")
            try context.expect(
                record.reserved == 0 && (isNewer || record.flags == 0),
                "reserved or flags of the diagnostic of \(name) are not 0")
        }
        guard !sink.records.isEmpty else { return }
        let stopped = RecordSink.diagnostics(stopAt: 1)
        try library.diagnostics(sink: stopped).ok()
        try context.expect(
            stopped.count == 1, "stopped at the first of \(sink.count) diagnostics, \(stopped.count) came")
    }
}
