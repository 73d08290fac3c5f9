internal import BackendAPI
internal import PhotoModel

/// `org.picker.search/1`: text finds assets.
enum SearchChecks {
    static let all = [
        one(
            "finds-names", "The name of a file finds its asset", "R7.3",
            needs: [.capability(.search), .anyKnownFormat],
            mend: "Match the words of the text with those of the file name, without its extension too."
        ) { trial throws(CheckStop) in
            for match in try trial.samples() {
                let stem = match.photo.path.name.description.split(separator: ".").dropLast().joined(separator: ".")
                let found = try found(match.library, stem)
                try trial.expect(
                    found.contains { $0.identifier == match.asset.identifier },
                    "\(stem) finds \(found.count) assets, \(match.photo.path) not among them")
            }
        },
        one(
            "finds-nothing", "A text that nothing has finds nothing, and that is no error", "R10.1",
            mend: "An empty result is PICKER_OK with no assets."
        ) { trial throws(CheckStop) in
            let found = try found(trial.open(), "qzxvqzxv")
            try trial.expect(found.isEmpty, "\(found.count) assets came")
        },
        one(
            "conditions", "Conditions of the request hold for what is found", "R9.9 R7.3",
            mend: "Apply request->query to what the text finds."
        ) { trial throws(CheckStop) in
            let query = FetchAsk.everything { $0.media_types = PICKER_MEDIA_MASK_AUDIO }
            let found = try found(trial.open(), "root", FetchAsk(query: query))
            try trial.expect(found.allSatisfy { $0.mediaType == PICKER_MEDIA_AUDIO }, "others than audio came")
        },
        one(
            "does-not-leak", "A search does not show in fetches after it", "R9.9",
            mend: "Keep the text in the fetch, nowhere else."
        ) { trial throws(CheckStop) in
            let library = try trial.open()
            let before = try library.assets().map(\.identifier)
            _ = try found(library, "root")
            let after = try library.assets().map(\.identifier)
            try trial.expect(after == before, "after a search, a fetch gave \(after.count), not \(before.count)")
        },
        one(
            "after-shutdown", "After begin_shutdown search returns CLOSED", "R13.4",
            mend: "Functions of extensions ask whether the library is shutting down, as others do."
        ) { trial throws(CheckStop) in
            let library = try trial.open()
            library.beginShutdown()
            try library.search("root").reply.expect(PICKER_CLOSED)
        },
        one(
            "cancelled", "A search that is cancelled returns CANCELLED", "R12.2",
            mend: "Return with the answer of check when it is not PICKER_OK."
        ) { trial throws(CheckStop) in
            let control = CallProbe(answering: PICKER_CANCELLED)
            let reply = try trial.open().search("root", control: control).reply
            if control.checkCount > 0 { try reply.expect(PICKER_CANCELLED) }
        },
    ]

    private static func one(
        _ name: String, _ sentence: String, _ clauses: String, needs: [Need] = [.capability(.search)], mend: String,
        _ body: @escaping Check.Body
    ) -> Check {
        Check("search." + name, sentence, clauses, needs: needs, mend: mend, body: body)
    }

    private static func found(
        _ library: Library, _ text: String, _ ask: FetchAsk = FetchAsk()
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
