internal import BackendAPI
internal import PhotoModel

/// Checks of what people wrote into photos.
extension LibraryChecks {
    static let writtenChecks = [
        Check(
            "library.written",
            "Rating, title, caption, keywords and place of a photo are those of its XMP, or are not told", "R7.3 R5.13",
            requires: [.format(PhotoFormat.jpeg.rawValue)],
            remedy: "Take dc:title for the title and dc:description for the caption; south and west are below 0."
        ) { context throws(CheckStop) in try written(context) },
        Check(
            "library.long-texts",
            "A title or a keyword of more bytes than may be is cut behind a whole character, or is not told",
            "R8.5 R8.1", .should, requires: [.format(PhotoFormat.jpeg.rawValue)],
            remedy: "Cut titles and keywords before the first character that does not fit into 1024 bytes."
        ) { context throws(CheckStop) in try longTexts(context) },
    ]

    private static let blocks = [
        XMPBlock(
            rating: 4, title: "Strand am \u{DC}bersee", caption: "At low tide", keywords: ["beach", "Sea Gull"],
            place: (-33.75, 151.25)),
        XMPBlock(rating: 1, title: "\u{3A0}\u{3B1}\u{3C1}\u{3B1}\u{3BB}\u{3AF}\u{3B1}", place: (52.5, -13.25)),
        XMPBlock(caption: "Alone", keywords: ["one"], place: (-10.5, -179.5)),
    ]

    private static func written(_ context: CheckContext) throws(CheckStop) {
        try context.makeLibrary()
        let photo = try TestPattern(width: 64, height: 48).encoded(as: .jpeg)
        func path(_ number: Int) -> BytePath { BytePath("written-\(number).jpg") }
        for (number, block) in blocks.enumerated() {
            try Files.write(
                block.inserted(into: photo), to: context.root / path(number), date: FixtureLibrary.firstDate)
        }
        let library = try context.open()
        let assets = try library.assets()
        for (number, block) in blocks.enumerated() {
            guard let asset = assets.first(where: { $0.path == path(number) }) else {
                throw .failed("\(path(number)) is not listed")
            }
            let found = difference(try library.details(asset.identifier), from: block)
            try context.expect(found == nil, "\(asset.path): \(found ?? "")")
            guard asset.hasLocation, let place = block.place else { continue }
            let isThere = abs(asset.latitude - place.latitude) < 0.001 && abs(asset.longitude - place.longitude) < 0.001
            try context.expect(
                isThere,
                "\(asset.path) was made at \(place.latitude), \(place.longitude), the asset says \(asset.latitude), "
                    + "\(asset.longitude)")
        }
    }

    private static func longTexts(_ context: CheckContext) throws(CheckStop) {
        try context.makeLibrary()
        let path = BytePath("long-texts.jpg")
        // One byte, and then two for each character: behind 1024 bytes none ends.
        let long = "x" + String(repeating: "\u{E4}", count: 1500)
        let block = XMPBlock(title: long, keywords: ["short", long])
        let photo = try TestPattern(width: 64, height: 48).encoded(as: .jpeg)
        try Files.write(block.inserted(into: photo), to: context.root / path, date: FixtureLibrary.firstDate)
        let library = try context.open()
        guard let asset = try library.assets().first(where: { $0.path == path }) else {
            throw .failed("\(path) is not listed")
        }
        let details = try library.details(asset.identifier)
        for text in [details.title] + details.keywords {
            let count = text.bytes?.count ?? 0
            try context.expect(count <= 1024, "\(path): a title or a keyword has \(count) bytes, and may have 1024")
            try context.expect(text.isValid, "\(path): of a title or a keyword, a part of a character is left")
        }
    }

    /// What is told in another way than it was written; nil: nothing. What is not told may be what is not read.
    private static func difference(_ details: DetailsCopy, from block: XMPBlock) -> String? {
        let rating = block.rating ?? 0
        if let told = details.rating, Int(told) != rating { return "it is rated \(rating), and told as rated \(told)" }
        for (name, told, text) in [("title", details.title, block.title), ("caption", details.caption, block.caption)]
        where told.bytes != nil && told.description != text ?? "" {
            return "its \(name) is \"\(text ?? "")\", and told as \"\(told)\""
        }
        let keywords = Set(details.keywords.map(\.description))
        if keywords.isEmpty || keywords == Set(block.keywords) { return nil }
        return "its keywords are \(block.keywords), and told as \(keywords.sorted())"
    }
}
