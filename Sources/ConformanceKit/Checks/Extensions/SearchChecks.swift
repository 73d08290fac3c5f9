internal import BackendAPI
internal import PhotoModel

/// `org.picker.search/1`: text finds assets.
enum SearchChecks {
    static let all = basics + results

    private static let basics = [
        one(
            "finds-names", "The name of a file finds its asset, in capitals and small letters alike", "R7.3",
            requires: [.capability(.search), .anyKnownFormat],
            remedy: "Match the words of the text with those of the file name, without its extension too."
        ) { context throws(CheckStop) in
            for match in try context.samples() {
                let stem = stem(of: match.photo.path)
                for text in [stem, stem.uppercased(), stem.lowercased()] {
                    let found = try found(match.library, text)
                    try context.expect(
                        found.contains { $0.identifier == match.asset.identifier },
                        "\(text) finds \(found.count) assets, \(match.photo.path) not among them")
                }
            }
        },
        one(
            "finds-nothing", "A text that nothing has finds nothing, and that is no error", "R10.1",
            remedy: "An empty result is PICKER_OK with no assets."
        ) { context throws(CheckStop) in
            // One that is nothing at all, and what names begin or end with beside it.
            for text in ["qzxvqzxv", "rootqzxvqzxv", "qzxvqzxv-jpg", "Ünïcodeqzxvqzxv"] {
                let found = try found(context.open(), text)
                try context.expect(found.isEmpty, "\(text) finds \(found.count) assets")
            }
        },
        one(
            "any-text", "Whatever text is searched for, the search goes well, or the text is refused as one", "R10.1",
            remedy: "What people type is no expression of a search engine: quote it, and quote the quotes in it."
        ) { context throws(CheckStop) in
            let library = try context.open()
            for text in expressions {
                let searched = try library.search(text)
                try searched.reply.expect([PICKER_OK, PICKER_INVALID_ARGUMENT])
                guard let fetch = searched.fetch else { continue }
                defer { fetch.release() }
                let (count, assets) = (try fetch.count(), try fetch.window(0, 1 << 40))
                try context.expect(count == assets.count, "of \(text), count says \(count), \(assets.count) come")
            }
        },
        one(
            "conditions", "Conditions of the request hold for what is found, and are refused as fetch refuses them",
            "R9.9 R9.14 R5.11 R7.3",
            remedy: "Apply request->query to what the text finds."
        ) { context throws(CheckStop) in
            let query = FetchRequest.everything { $0.media_types = PICKER_MEDIA_MASK_AUDIO }
            let found = try found(context.open(), "root", FetchRequest(query: query))
            try context.expect(found.allSatisfy { $0.mediaType == PICKER_MEDIA_AUDIO }, "others than audio came")
            let library = try context.open()
            for unknown in [
                FetchRequest.everything { $0.flags = 1 << 31 }, FetchRequest.everything { $0.media_types = 1 << 31 },
                FetchRequest.everything { $0.hidden = 99 }, FetchRequest.everything { $0.sort.0 = 77 },
            ] {
                let ask = FetchRequest(query: unknown)
                let (fetched, searched) = (library.fetch(ask).reply, try library.search("root", ask).reply)
                try searched.expect(fetched.status)
            }
        },
        one(
            "does-not-leak", "A search does not show in fetches after it", "R9.9",
            remedy: "Keep the text in the fetch, nowhere else."
        ) { context throws(CheckStop) in
            let library = try context.open()
            let before = try library.assets().map(\.identifier)
            _ = try found(library, "root")
            let after = try library.assets().map(\.identifier)
            try context.expect(after == before, "after a search, a fetch gave \(after.count), not \(before.count)")
        },
        one(
            "after-shutdown", "After begin_shutdown a search, and what one had found, is CLOSED", "R13.4",
            remedy: "Functions of extensions ask whether the library is shutting down, as others do."
        ) { context throws(CheckStop) in
            let library = try context.open()
            let earlier = try library.search("root").fetch
            library.beginShutdown()
            try library.search("root").reply.expect(PICKER_CLOSED)
            guard let earlier else { return }
            try earlier.count(control: CallProbe()).reply.expect(PICKER_CLOSED)
            try earlier.window(0, 4, sink: .assets()).expect(PICKER_CLOSED)
            try earlier.index(of: Text(Arena.string("nobody"))).reply.expect(PICKER_CLOSED)
            earlier.release()
        },
        one(
            "cancelled", "A search that is to end returns what check says", "R12.2",
            remedy: "Return with the answer of check when it is not PICKER_OK."
        ) { context throws(CheckStop) in
            let library = try context.open()
            try CancellationChecks.expectEveryEnd(context) { control throws(CheckStop) in
                try library.search("root", control: control).reply
            }
        },
    ]

    /// What is an expression to search engines, a whole one or a part that is none.
    private static let expressions = [
        "\"", "\"root", "root\"", "\"root\" OR \"", "*", "ro*", "-root", "+root", "(", "root)", "NEAR(root tall)",
        "NOT",
        "root AND", "OR", "root:", "title:root", "{", "^root", "'", "%", "_", "\\", ".", "[", "\u{301}", "\u{1F600}",
    ]

    static func one(
        _ name: String, _ summary: String, _ clauses: String,
        requires requirements: [Requirement] = [.capability(.search)], remedy: String,
        _ body: @escaping Check.Body
    ) -> Check {
        Check("search." + name, summary, clauses, requires: requirements, remedy: remedy, body: body)
    }

    /// The name of a file without its extension.
    static func stem(of path: BytePath) -> String {
        path.name.description.split(separator: ".").dropLast().joined(separator: ".")
    }

    static func found(
        _ library: Library, _ text: String, _ ask: FetchRequest = FetchRequest()
    ) throws(CheckStop) -> [AssetCopy] {
        let searched = try library.search(text, ask)
        try searched.reply.ok()
        guard let fetch = searched.fetch else { return [] }
        defer { fetch.release() }
        let (count, assets) = (try fetch.count(), try fetch.window(0, 1 << 40))
        guard count == assets.count else { throw .failed("count says \(count), \(assets.count) come") }
        return assets
    }
}
