internal import BackendAPI
internal import PhotoModel

/// Fetches and counts: complete, without duplicates, and each for itself.
enum FetchChecks {
    static let all = models + facts + basics + many

    private static let basics = [
        Check(
            "fetch.windows-tile", "Windows of any length put together give each asset once, in order", "R9.7 R9.2",
            remedy: "A window is [offset, offset + length); begin the next one where the last ended."
        ) { context throws(CheckStop) in try windowsTile(context) },
        Check(
            "fetch.behind-the-end", "A window past the end emits nothing, and one across it what there is",
            "R9.7 R9.15",
            remedy: "Compare without overflow: index < count && index - offset < length."
        ) { context throws(CheckStop) in try behindTheEnd(context) },
        Check(
            "fetch.count-is-enumeration", "count of a fetch is the number of its assets", "R9.7 R9.18",
            remedy: "Count what window would emit."
        ) { context throws(CheckStop) in
            try eachCollection(context) { library, ask throws(CheckStop) in
                guard let fetch = library.fetch(ask).fetch else { throw .failed("fetch of \(ask.text) did not work") }
                defer { fetch.release() }
                let (count, found) = (try fetch.count(), try fetch.window(0, 1 << 40).count)
                if count != found { throw .failed("\(ask.text): count says \(count), \(found) come") }
            }
        },
        Check(
            "fetch.library-count", "count of the library is the number of assets of such a fetch", "R7.3",
            remedy: "Apply every condition in both."
        ) { context throws(CheckStop) in
            try eachCollection(context) { library, ask throws(CheckStop) in
                let (reply, count) = library.count(ask)
                try reply.ok()
                let found = try library.assets(ask).count
                if count != UInt64(found) { throw .failed("\(ask.text): count says \(count), \(found) come") }
            }
        },
        Check(
            "fetch.count-with-hidden", "Counts and fetches agree on hidden assets", "R9.9 R7.3",
            requires: [.capability(.queryHidden)],
            remedy: "Look at query->hidden in count as in fetch."
        ) { context throws(CheckStop) in try hidden(context) },
        Check(
            "fetch.index-of", "index_of gives the position of each asset", "R9.7",
            remedy: "Indexes begin at 0, in the order of windows."
        ) { context throws(CheckStop) in try indexOf(context) },
        Check(
            "fetch.index-of-unknown", "index_of of an asset that is not in the fetch is NOT_FOUND", "R10.1",
            remedy: "Return PICKER_NOT_FOUND and leave *index alone."
        ) { context throws(CheckStop) in
            guard let fetch = try context.open().fetch().fetch else { throw .failed("fetch did not work") }
            try fetch.index(of: Text(Arena.string("nobody"))).reply.expect(PICKER_NOT_FOUND)
        },
        Check(
            "fetch.stop", "After PICKER_STOP nothing more is emitted, and the answer is OK", "R9.3",
            remedy: "Leave the loop as soon as emit answers anything but PICKER_CONTINUE."
        ) { context throws(CheckStop) in try stop(context) },
        Check(
            "fetch.stop-collections", "collections stops when the sink says so", "R9.3",
            remedy: "Leave the loop as soon as emit answers anything but PICKER_CONTINUE."
        ) { context throws(CheckStop) in
            let library = try context.open()
            guard try library.collections().count > 1 else { return }
            let sink = RecordSink.collections(stopAt: 1)
            try library.collections(sink: sink).ok()
            try context.expect(sink.afterStop == 0, "\(sink.afterStop) more came")
        },
        Check(
            "fetch.own-thread", "Records come on the thread of the call", "R11.3 R9.2",
            remedy: "Emit on the thread that you were called on."
        ) { context throws(CheckStop) in
            try ownThread(context)
        },
        Check(
            "fetch.filters-do-not-leak", "Conditions of one fetch do not show in another", "R9.9",
            remedy: "Keep the query in the fetch, nowhere else."
        ) { context throws(CheckStop) in try filtersDoNotLeak(context) },
        Check(
            "fetch.media-types", "media_types is served by every backend", "R9.14 R9.9",
            remedy: "Compare 1 << media_type with the set."
        ) { context throws(CheckStop) in try mediaTypes(context) },
        Check(
            "fetch.unserved", "A condition or sort key whose capability is off is UNSUPPORTED", "R7.2 R9.14",
            requires: [.noCapability(.allOfQueries)],
            remedy: "Return PICKER_UNSUPPORTED rather than leave a condition out."
        ) { context throws(CheckStop) in try unserved(context) },
        Check(
            "fetch.limit", "limit is served by every backend: it gives the first assets, and no more", "R9.9 R9.14",
            remedy: "Sort first, then cut."
        ) { context throws(CheckStop) in try limit(context) },
        Check(
            "fetch.sort", "Sort keys order the assets", "R9.9 R9.14", requires: [.anyCapability(.sortKeys)],
            remedy: "The first key decides; PICKER_SORT_DESCENDING turns it round."
        ) { context throws(CheckStop) in try sort(context) },
        Check(
            "fetch.dates", "created_from is inclusive, created_before is not", "R9.9 R5.13",
            requires: [.capability(.queryDates)],
            remedy: "Keep from <= time && time < before."
        ) { context throws(CheckStop) in try dates(context) },
        Check(
            "fetch.favorites", "PICKER_QUERY_FAVORITES gives favourites alone", "R9.9",
            requires: [.capability(.queryFavorites)],
            remedy: "Look at the flags of the query."
        ) { context throws(CheckStop) in
            let found = try context.open().assets(
                FetchRequest(query: FetchRequest.everything { $0.flags = PICKER_QUERY_FAVORITES }))
            try context.expect(found.allSatisfy(\.isFavorite), "\(found.count) came, not all of them favourites")
        },
        Check(
            "fetch.subtypes", "any_subtypes and no_subtypes are kept", "R9.9", requires: [.capability(.querySubtypes)],
            remedy: "Compare the asset's set of bits with both."
        ) { context throws(CheckStop) in try subtypes(context) },
        Check(
            "fetch.identifiers", "A fetch by identifiers has their order, and leaves unknown ones out", "R9.7 R8.4",
            remedy: "Look each identifier up, in the order in which they came."
        ) { context throws(CheckStop) in try identifiers(context) },
        Check(
            "fetch.paths", "A fetch by paths has their order, takes any file of an asset, and leaves unknown ones out",
            "R9.7 R8.3 R9.12",
            remedy:
                "Compare the bytes of paths with those of each representation; a backend whose assets are no files "
                + "returns PICKER_UNSUPPORTED."
        ) { context throws(CheckStop) in try paths(context) },
        Check(
            "fetch.two-at-once", "Two fetches that are read by turns do not disturb each other", "R9.6 R9.9",
            remedy: "Give each fetch a place of its own."
        ) { context throws(CheckStop) in try twoAtOnce(context) },
        Check(
            "fetch.no-decoding", "A window costs no decoding: all assets come within a second", "R9.10", .should,
            remedy: "Read headers when you list, pixels when they are asked for."
        ) { context throws(CheckStop) in
            guard let fetch = try context.open().fetch().fetch else { throw .failed("fetch did not work") }
            let reply = fetch.window(0, 1000, sink: .assets())
            try context.expect(
                reply.nanoseconds < context.limit(milliseconds: 1000), "it took \(reply.milliseconds) ms")
        },
    ]
}
