internal import BackendAPI
internal import PhotoModel

/// Checks of what a search found: it is read as every fetch, and asked as every fetch.
extension SearchChecks {
    static let results = [
        one(
            "windows", "What was found is read in windows, and each asset has its place", "R9.6 R9.7",
            requires: [.capability(.search), .anyKnownFormat],
            remedy: "Let a search give the same kind of fetch as fetch does."
        ) { context throws(CheckStop) in try windows(context) },
        one(
            "scopes", "What is found lies in the scope of the request", "R7.3 R10.1",
            requires: [.capability(.search), .anyKnownFormat],
            remedy: "Search in what a fetch with the same request gives, and refuse what fetch refuses."
        ) { context throws(CheckStop) in try scopes(context) },
        one(
            "any-order", "Limit, hidden ones and each sort key are looked at as in a fetch", "R9.14 R9.11 R7.3",
            requires: [.capability(.search), .anyKnownFormat],
            remedy: "Apply the whole query to what was found: conditions first, then the order, then the limit."
        ) { context throws(CheckStop) in try orders(context) },
    ]

    /// A text that the names of several photos of the kit have.
    private static func word(_ context: CheckContext) throws(CheckStop) -> String {
        try ChangeChecks.format(context).fileExtension
    }

    private static func windows(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        let searched = try library.search(try word(context))
        try searched.reply.ok()
        guard let fetch = searched.fetch else { return }
        defer { fetch.release() }
        let whole = try fetch.window(0, 1 << 40).map(\.identifier)
        for length in [1, 2, 7] {
            var parts: [Text] = []
            for offset in stride(from: 0, to: whole.count, by: length) {
                parts += try fetch.window(UInt64(offset), UInt64(length)).map(\.identifier)
            }
            try context.expect(parts == whole, "windows of \(length) give \(parts.count) assets, or others")
        }
        for (place, identifier) in whole.enumerated() {
            let (reply, index) = fetch.index(of: identifier)
            try reply.ok()
            try context.expect(index == UInt64(place), "index_of says \(index) of what a window shows at \(place)")
        }
    }

    private static func scopes(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        let text = try word(context)
        let all = Set(try found(library, text).map(\.identifier))
        let some = Array(try library.assets().prefix(9).map(\.identifier))
        let collections = try library.allCollections().filter { $0.type != PICKER_COLLECTION_FOLDER }
        let asks = collections.map { FetchRequest(.collection($0.identifier)) } + [FetchRequest(.identifiers(some))]
        for ask in asks {
            let inside = all.intersection(try library.assets(ask).map(\.identifier))
            let came = Set(try found(library, text, ask).map(\.identifier))
            try context.expect(
                came == inside,
                "\(text) finds \(came.count) assets in \(ask.text), and \(inside.count) of what it finds are there")
        }
        let nowhere = try library.search(text, FetchRequest(.collection(Text(Arena.string("nobody")))))
        try nowhere.reply.expect(PICKER_NOT_FOUND)
    }

    private static func orders(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        let text = try word(context)
        let all = try found(library, text)
        try context.expect(!all.contains(where: \.isHidden), "hidden assets come, and were not asked for")
        for limit in [1, 3, all.count + 1] where limit > 0 {
            let ask = FetchRequest(query: FetchRequest.everything { $0.limit = UInt64(limit) })
            let count = try found(library, text, ask).count
            let wanted = min(limit, all.count)
            try context.expect(count == wanted, "with a limit of \(limit), \(count) assets come, not \(wanted)")
        }
        let identifiers = Set(all.map(\.identifier))
        for key in SortBit.served(by: try context.served(by: library)) {
            for sort in [key, key | PICKER_SORT_DESCENDING] {
                let ask = FetchRequest(query: FetchRequest.everything { $0.sort.0 = sort })
                // In which order a fetch has them.
                let wanted = try library.assets(ask).map(\.identifier).filter { identifiers.contains($0) }
                let came = try found(library, text, ask).map(\.identifier)
                try context.expect(
                    came == wanted, "sorted by \(sort), what \(text) finds comes in another order than in a fetch")
            }
        }
    }
}
