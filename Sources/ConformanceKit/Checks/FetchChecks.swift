internal import BackendAPI
internal import PhotoModel

/// Fetches and counts: complete, without duplicates, and each for itself.
enum FetchChecks {
    static let all = [
        Check(
            "fetch.windows-tile", "Windows of any length put together give each asset once, in order", "R9.7 R9.2",
            mend: "A window is [offset, offset + length); begin the next one where the last ended."
        ) { trial throws(CheckStop) in try windowsTile(trial) },
        Check(
            "fetch.behind-the-end", "A window behind the end emits nothing, and one across it what there is", "R9.7",
            mend: "Compare without overflow: index < count && index - offset < length."
        ) { trial throws(CheckStop) in try behindTheEnd(trial) },
        Check(
            "fetch.count-is-enumeration", "count of a fetch is the number of its assets", "R9.7",
            mend: "Count what window would emit."
        ) { trial throws(CheckStop) in
            try eachCollection(trial) { library, ask throws(CheckStop) in
                guard let fetch = library.fetch(ask).fetch else { throw .failed("fetch of \(ask.text) did not work") }
                defer { fetch.release() }
                let (count, found) = (try fetch.count(), try fetch.window(0, 1 << 40).count)
                if count != found { throw .failed("\(ask.text): count says \(count), \(found) come") }
            }
        },
        Check(
            "fetch.library-count", "count of the library is the number of assets of such a fetch", "R7.3",
            mend: "Apply every condition in both."
        ) { trial throws(CheckStop) in
            try eachCollection(trial) { library, ask throws(CheckStop) in
                let (reply, count) = library.count(ask)
                try reply.ok()
                let found = try library.assets(ask).count
                if count != UInt64(found) { throw .failed("\(ask.text): count says \(count), \(found) come") }
            }
        },
        Check(
            "fetch.count-with-hidden", "Counts and fetches agree on hidden assets", "R9.9 R7.3",
            needs: [.capability(.fullQuery)],
            mend: "Look at query->hidden in count as in fetch."
        ) { trial throws(CheckStop) in try hidden(trial) },
        Check(
            "fetch.index-of", "index_of tells the place of each asset", "R9.7",
            mend: "Indexes begin at 0, in the order of windows."
        ) { trial throws(CheckStop) in try indexOf(trial) },
        Check(
            "fetch.index-of-unknown", "index_of of an asset that is not in the fetch is NOT_FOUND", "R10.1",
            mend: "Return PICKER_NOT_FOUND and leave *index alone."
        ) { trial throws(CheckStop) in
            guard let fetch = try trial.open().fetch().fetch else { throw .failed("fetch did not work") }
            try fetch.index(of: Text(Arena.string("nobody"))).reply.expect(PICKER_NOT_FOUND)
        },
        Check(
            "fetch.stop", "After PICKER_STOP nothing more is emitted, and the answer is OK", "R9.3",
            mend: "Leave the loop as soon as emit answers anything but PICKER_CONTINUE."
        ) { trial throws(CheckStop) in try stop(trial) },
        Check(
            "fetch.stop-collections", "collections stops when the sink says so", "R9.3",
            mend: "Leave the loop as soon as emit answers anything but PICKER_CONTINUE."
        ) { trial throws(CheckStop) in
            let library = try trial.open()
            guard try library.collections().count > 1 else { return }
            let sink = RecordSink.collections(stopAt: 1)
            try library.collections(sink: sink).ok()
            try trial.expect(sink.afterStop == 0, "\(sink.afterStop) more came")
        },
        Check(
            "fetch.own-thread", "Records come on the thread of the call", "R11.3 R9.2",
            mend: "Emit on the thread that you were called on."
        ) { trial throws(CheckStop) in
            guard let fetch = try trial.open().fetch().fetch else { throw .failed("fetch did not work") }
            let sink = RecordSink.assets()
            try fetch.window(0, 100, sink: sink).ok()
            try trial.expect(sink.onOtherThread == 0, "\(sink.onOtherThread) came on another thread")
        },
        Check(
            "fetch.filters-do-not-leak", "Conditions of one fetch do not show in another", "R9.9",
            mend: "Keep the query in the fetch, nowhere else."
        ) { trial throws(CheckStop) in try filtersDoNotLeak(trial) },
        Check(
            "fetch.media-types", "media_types is served by every backend", "R7.2 R9.9",
            mend: "Compare 1 << media_type with the set."
        ) { trial throws(CheckStop) in try mediaTypes(trial) },
        Check(
            "fetch.full-query-off", "Without full-query, a query for more than media types is UNSUPPORTED", "R7.2",
            needs: [.noCapability(.fullQuery)],
            mend: "Return PICKER_UNSUPPORTED rather than leave a condition out."
        ) { trial throws(CheckStop) in try fullQueryOff(trial) },
        Check(
            "fetch.limit", "limit gives the first assets, and no more", "R9.9", needs: [.capability(.fullQuery)],
            mend: "Sort first, then cut."
        ) { trial throws(CheckStop) in try limit(trial) },
        Check(
            "fetch.sort", "Sort keys order the assets", "R9.9", needs: [.capability(.fullQuery)],
            mend: "The first key decides; PICKER_SORT_DESCENDING turns it round."
        ) { trial throws(CheckStop) in try sort(trial) },
        Check(
            "fetch.dates", "created_from is inclusive, created_before is not", "R9.9", needs: [.capability(.fullQuery)],
            mend: "Keep from <= time && time < before."
        ) { trial throws(CheckStop) in try dates(trial) },
        Check(
            "fetch.favorites", "favorites_only gives favourites alone", "R9.9", needs: [.capability(.fullQuery)],
            mend: "Look at favorites_only."
        ) { trial throws(CheckStop) in
            let found = try trial.open().assets(FetchAsk(query: FetchAsk.everything { $0.favorites_only = 1 }))
            try trial.expect(found.allSatisfy(\.isFavorite), "\(found.count) came, not all of them favourites")
        },
        Check(
            "fetch.subtypes", "any_subtypes and no_subtypes are kept", "R9.9", needs: [.capability(.fullQuery)],
            mend: "Compare the asset's set of bits with both."
        ) { trial throws(CheckStop) in try subtypes(trial) },
        Check(
            "fetch.identifiers", "A fetch by identifiers has their order, and leaves unknown ones out", "R9.7 R8.4",
            mend: "Look each identifier up, in the order in which they came."
        ) { trial throws(CheckStop) in try identifiers(trial) },
        Check(
            "fetch.paths", "A fetch by paths has their order, and leaves unknown ones out", "R9.7 R8.3",
            mend: "Compare the bytes of paths; a backend whose assets are no files returns PICKER_UNSUPPORTED."
        ) { trial throws(CheckStop) in try paths(trial) },
        Check(
            "fetch.two-at-once", "Two fetches that are read by turns do not disturb each other", "R9.6 R9.9",
            mend: "Give each fetch a place of its own."
        ) { trial throws(CheckStop) in try twoAtOnce(trial) },
        Check(
            "fetch.no-decoding", "A window costs no decoding: all assets come within a second", "R9.10", .should,
            mend: "Read headers when you walk, pixels when they are asked for."
        ) { trial throws(CheckStop) in
            guard let fetch = try trial.open().fetch().fetch else { throw .failed("fetch did not work") }
            let reply = fetch.window(0, 1000, sink: .assets())
            try trial.expect(reply.nanoseconds < trial.limit(milliseconds: 1000), "it took \(reply.milliseconds) ms")
        },
    ]
}
