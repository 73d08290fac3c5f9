internal import BackendAPI
internal import PhotoModel

/// Checks of what a request of a host to come has more (R5.9 to R5.12).
extension NegotiationChecks {
    static let links = [
        Check(
            "negotiation.optional-links", "Links that it does not know change nothing", "R5.9 R5.10",
            remedy: "Pass over a link without PICKER_LINK_CRITICAL when its id is not known to you."
        ) { context throws(CheckStop) in
            for links in [Links.optional, .most] {
                for reply in try replies(context, to: links) { try reply.ok() }
            }
        },
        Check(
            "negotiation.linked-calls", "Links that hang on a call change nothing", "R12.12 R5.10",
            remedy: "Do not look at picker_call.next, unless you know an id that may be there."
        ) { context throws(CheckStop) in try linkedCalls(context) },
        Check(
            "negotiation.critical-links", "A critical link that it does not know is UNSUPPORTED", "R5.10",
            remedy:
                "Look through the links of each request and query with picker_links_may_be_ignored, before all else."
        ) { context throws(CheckStop) in
            for links in [Links.critical, .criticalFirst] {
                for reply in try replies(context, to: links) { try reply.expect(PICKER_UNSUPPORTED) }
            }
        },
        Check(
            "negotiation.ring-of-links", "Links without an end, and more than there may be, are UNSUPPORTED", "R5.10",
            remedy: "Follow at most PICKER_LINK_LIMIT links."
        ) { context throws(CheckStop) in
            for links in [Links.ring, .tooMany] {
                for reply in try replies(context, to: links) { try reply.expect(PICKER_UNSUPPORTED) }
            }
        },
        Check(
            "negotiation.unknown-condition", "A condition that it does not know is INVALID_ARGUMENT", "R5.11",
            remedy:
                "Refuse a query whose flags or sets have a bit that you do not know: passing over it would find too much."
        ) { context throws(CheckStop) in
            let library = try context.open()
            let served = try context.served(by: library)
            // A plugin with newer headers knows more of them.
            let isNewer = try context.isNewer()
            for bit in isNewer ? [31] : Array(0...31) as [UInt32] where !context.isHalfOver {
                for (query, promises) in unknownConditions(1 << bit) {
                    // Who serves nothing of a field may refuse all of it as not served (R5.11).
                    let isServed = promises.isEmpty || !served.isDisjoint(with: promises)
                    let ask = FetchRequest(query: query)
                    let fetched = library.fetch(ask)
                    fetched.fetch?.release()
                    for reply in [library.count(ask).reply, fetched.reply] {
                        try reply.expect(
                            isServed ? [PICKER_INVALID_ARGUMENT] : [PICKER_INVALID_ARGUMENT, PICKER_UNSUPPORTED])
                    }
                }
            }
        },
        Check(
            "negotiation.header-revision", "info tells the revision of the headers that it was built with", "R5.12",
            remedy: "Set picker_backend_info.header_revision to PICKER_HEADER_REVISION."
        ) { context throws(CheckStop) in
            let revision = try context.info().headerRevision
            try context.expect(revision > 0, "header_revision is 0")
        },
    ]

    /// Queries with a bit where no headers name it, and what promises that the field is looked at; nothing: every backend does.
    private static func unknownConditions(
        _ bit: UInt32
    ) -> [(query: picker_query, promises: BackendCapabilities)] {
        var found: [(query: picker_query, promises: BackendCapabilities)] = []
        if bit & FetchRequest.knownConditions == 0 {
            found.append((FetchRequest.everything { $0.flags = bit }, .allConditions))
        }
        if bit & LibraryChecks.subtypeBits.reduce(0, |) == 0 {
            found.append((FetchRequest.everything { $0.any_subtypes = bit }, .querySubtypes))
            found.append((FetchRequest.everything { $0.no_subtypes = bit }, .querySubtypes))
        }
        if bit > PICKER_MEDIA_MASK_AUDIO {
            found.append((FetchRequest.everything { $0.media_types = bit }, []))
            found.append((FetchRequest.everything { $0.media_types = bit | PICKER_MEDIA_MASK_IMAGE }, []))
        }
        return found
    }

    /// Asks what takes no request, with links on the call and without.
    private static func linkedCalls(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        let assets = try library.assets().prefix(8).map(\.identifier)
        func answers(_ links: Links) throws(CheckStop) -> [String] {
            func call() -> CallProbe { CallProbe(links: links) }
            let collections = RecordSink.collections()
            try library.collections(sink: collections, control: call()).ok()
            let roll = RecordSink.collections()
            try library.cameraRoll(sink: roll, control: call()).ok()
            var answers = (collections.records + roll.records).map(\.identifier.description)
            for asset in assets {
                let details = RecordSink.details()
                try library.details(asset, sink: details, control: call()).ok()
                answers += details.records.map { "\($0.representations.count)" }
            }
            for collection in roll.records {
                let covers = RecordSink.assets()
                try library.keyAssets(collection.identifier, sink: covers, control: call()).ok()
                answers += covers.records.map(\.identifier.description)
            }
            return answers
        }
        let (plain, linked) = (try answers(.none), try answers(.optional))
        try context.expect(plain == linked, "the answers to calls with links are others: \(linked), not \(plain)")
    }

    /// What each function that takes a request answers to one with these links.
    private static func replies(_ context: CheckContext, to links: Links) throws(CheckStop) -> [Reply] {
        let backend = try context.backend()
        let library = try context.open(backend)
        let info = try context.info()
        let asset = try context.anyAsset(library).identifier
        let linked = FetchRequest { $0.links = links }
        let query = FetchRequest(query: FetchRequest.everything { $0.next = links.first })
        var replies: [Reply] = []
        replies.append(try context.enter(EntryOffer(links: links)).reply)
        replies.append(backend.open(root: context.root, data: context.dataFolder, links: links).reply)
        replies.append(library.count(linked).reply)
        replies.append(library.count(query).reply)
        for ask in [linked, query] {
            let fetched = library.fetch(ask)
            fetched.fetch?.release()
            replies.append(fetched.reply)
        }
        replies.append(library.read(ReadRequest(asset, capacity: 16) { $0.links = links }).reply)
        if info.formats.contains(where: PhotoFormat.identifiers.contains) {
            let shown = try context.matches(library)[0].asset.identifier
            let sink = RecordSink.frames()
            replies.append(library.image(shown, ImageRequest(16, 16) { $0.links = links }, sink: sink))
            for frame in sink.records { frame.release() }
        }
        let served = try context.served(by: library)
        if served.contains(.search) {
            let found = try library.search("a", linked)
            found.fetch?.release()
            replies.append(found.reply)
        }
        if served.contains(.write), info.formats.contains(where: PhotoFormat.identifiers.contains) {
            let photo = try WriteChecks.photo(context)
            replies.append(try library.add(photo.name, AddSource(photo.bytes), links: links))
        }
        return replies
    }
}
