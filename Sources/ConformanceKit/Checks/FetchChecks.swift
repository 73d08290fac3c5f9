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

    private static func eachCollection(
        _ trial: Trial, _ body: (Library, FetchAsk) throws(CheckStop) -> Void
    ) throws(CheckStop) {
        let library = try trial.open()
        try body(library, FetchAsk())
        for collection in try library.allCollections() where collection.type != PICKER_COLLECTION_FOLDER {
            try body(library, FetchAsk(.collection(collection.identifier)))
        }
    }

    private static func windowsTile(_ trial: Trial) throws(CheckStop) {
        guard let fetch = try trial.open().fetch().fetch else { throw .failed("fetch did not work") }
        let whole = try fetch.window(0, 1 << 40).map(\.identifier)
        try trial.expect(whole.count > 3, "the library has only \(whole.count) assets")
        for length in [1, 2, 3, 7, whole.count - 1, whole.count] {
            var tiles: [Text] = []
            for offset in stride(from: 0, to: whole.count, by: length) {
                let tile = try fetch.window(UInt64(offset), UInt64(length)).map(\.identifier)
                try trial.expect(tile.count <= length, "a window of \(length) gave \(tile.count)")
                tiles += tile
            }
            try trial.expect(
                tiles == whole, "windows of \(length) give \(tiles.count) assets, one window \(whole.count)")
        }
    }

    private static func behindTheEnd(_ trial: Trial) throws(CheckStop) {
        guard let fetch = try trial.open().fetch().fetch else { throw .failed("fetch did not work") }
        let count = UInt64(try fetch.window(0, 1 << 40).count)
        for (offset, length, expected) in [
            (count, 5, 0), (count + 100, 5, 0), (count - 1, .max, 1), (.max, .max, 0), (.max - 1, 5, 0), (0, 0, 0),
        ] as [(UInt64, UInt64, Int)] {
            let found = try fetch.window(offset, length).count
            try trial.expect(found == expected, "window \(offset)+\(length) of \(count) gave \(found), not \(expected)")
        }
    }

    private static func hidden(_ trial: Trial) throws(CheckStop) {
        let library = try trial.open()
        var counts: [Int] = []
        for hidden in [PICKER_HIDDEN_EXCLUDE, PICKER_HIDDEN_ONLY, PICKER_HIDDEN_INCLUDE] {
            let ask = FetchAsk(query: FetchAsk.everything { $0.hidden = hidden })
            let found = try library.assets(ask)
            let (reply, count) = library.count(ask)
            try reply.ok()
            try trial.expect(
                count == UInt64(found.count), "with hidden \(hidden) count says \(count), \(found.count) come")
            if hidden == PICKER_HIDDEN_EXCLUDE {
                try trial.expect(!found.contains(where: \.isHidden), "hidden ones come")
            }
            if hidden == PICKER_HIDDEN_ONLY {
                try trial.expect(found.allSatisfy(\.isHidden), "others come than hidden ones")
            }
            counts.append(found.count)
        }
        try trial.expect(
            counts[0] + counts[1] == counts[2], "\(counts[0]) shown and \(counts[1]) hidden are not \(counts[2])")
    }

    private static func indexOf(_ trial: Trial) throws(CheckStop) {
        guard let fetch = try trial.open().fetch().fetch else { throw .failed("fetch did not work") }
        for (place, asset) in try fetch.window(0, 1 << 40).enumerated() {
            let (reply, index) = fetch.index(of: asset.identifier)
            try reply.ok()
            try trial.expect(index == UInt64(place), "\(asset.path) is at \(place), index_of says \(index)")
        }
    }

    private static func stop(_ trial: Trial) throws(CheckStop) {
        guard let fetch = try trial.open().fetch().fetch else { throw .failed("fetch did not work") }
        for count in [1, 3] {
            let sink = RecordSink.assets(stopAt: count)
            let reply = fetch.window(0, 1 << 40, sink: sink)
            try trial.expect(sink.afterStop == 0, "\(sink.afterStop) came after the sink had stopped")
            try reply.ok()
        }
    }

    private static func filtersDoNotLeak(_ trial: Trial) throws(CheckStop) {
        let library = try trial.open()
        let before = try library.assets().map(\.identifier)
        let narrow = FetchAsk(query: FetchAsk.everything { $0.media_types = PICKER_MEDIA_MASK_AUDIO })
        guard let kept = library.fetch(narrow).fetch else { throw .failed("a fetch of audio did not work") }
        let narrowed = try kept.window(0, 100).map(\.identifier)
        let after = try library.assets().map(\.identifier)
        try trial.expect(
            after == before, "after a fetch of audio, one of everything gave \(after.count), not \(before.count)")
        let found = try kept.window(0, 100).map(\.identifier)
        try trial.expect(found == narrowed, "after a fetch of everything, an earlier one of audio has others")
        kept.release()
    }

    private static func mediaTypes(_ trial: Trial) throws(CheckStop) {
        let library = try trial.open()
        let all = try library.assets().count
        var sum = 0
        for type in [PICKER_MEDIA_UNKNOWN, PICKER_MEDIA_IMAGE, PICKER_MEDIA_VIDEO, PICKER_MEDIA_AUDIO] {
            let found = try library.assets(FetchAsk(query: FetchAsk.everything { $0.media_types = 1 << type }))
            let others = found.count { $0.mediaType != type }
            try trial.expect(others == 0, "asked for media type \(type), \(others) others came")
            sum += found.count
        }
        try trial.expect(sum == all, "\(sum) assets come by media type, \(all) without")
        let none = try library.assets(FetchAsk(query: FetchAsk.everything { $0.media_types = 0 }))
        try trial.expect(none.isEmpty, "asked for no media type, \(none.count) came")
    }

    private static func fullQueryOff(_ trial: Trial) throws(CheckStop) {
        let library = try trial.open()
        let queries: [(String, picker_query)] = [
            ("limit", FetchAsk.everything { $0.limit = 1 }),
            ("favorites_only", FetchAsk.everything { $0.favorites_only = 1 }),
            ("created_from", FetchAsk.everything { $0.created_from = 0 }),
            ("any_subtypes", FetchAsk.everything { $0.any_subtypes = UInt32(PICKER_SUBTYPE_RAW) }),
            ("hidden", FetchAsk.everything { $0.hidden = PICKER_HIDDEN_ONLY }),
            ("sort", FetchAsk.everything { $0.sort.0 = PICKER_SORT_FILENAME }),
        ]
        for (name, query) in queries {
            for reply in [library.fetch(FetchAsk(query: query)).reply, library.count(FetchAsk(query: query)).reply] {
                try trial.expect(
                    reply.status == PICKER_UNSUPPORTED, "with \(name), \(reply.operation) answered \(reply.described)")
            }
        }
    }

    private static func limit(_ trial: Trial) throws(CheckStop) {
        let library = try trial.open()
        let whole = try library.assets(FetchAsk(query: FetchAsk.everything())).map(\.identifier)
        for limit in [1, 3, whole.count, whole.count + 5] {
            let some = try library.assets(FetchAsk(query: FetchAsk.everything { $0.limit = UInt64(limit) }))
            try trial.expect(
                some.map(\.identifier) == Array(whole.prefix(limit)),
                "limit \(limit) of \(whole.count) gave \(some.count)")
        }
    }

    private static func sort(_ trial: Trial) throws(CheckStop) {
        let library = try trial.open()
        func sorted(_ key: UInt32) throws(CheckStop) -> [AssetCopy] {
            try library.assets(FetchAsk(query: FetchAsk.everything { $0.sort.0 = key }))
        }
        let values: [(String, UInt32, (AssetCopy) -> Int64)] = [
            ("creation time", PICKER_SORT_CREATION_TIME, { $0.creation }),
            ("modification time", PICKER_SORT_MODIFICATION_TIME, { $0.modification }),
            ("byte size", PICKER_SORT_BYTE_SIZE, { Int64(clamping: $0.byteSize) }),
        ]
        for (name, key, value) in values {
            let (up, down) = (try sorted(key).map(value), try sorted(key | PICKER_SORT_DESCENDING).map(value))
            try trial.expect(up == up.sorted(), "by \(name), they do not ascend")
            try trial.expect(down == down.sorted(by: >), "by \(name) descending, they do not descend")
        }
    }

    private static func dates(_ trial: Trial) throws(CheckStop) {
        let library = try trial.open()
        let all = try library.assets(FetchAsk(query: FetchAsk.everything { $0.sort.0 = PICKER_SORT_CREATION_TIME }))
        let known = all.filter { $0.creation != PICKER_TIME_UNKNOWN }
        guard known.count > 2 else { throw .failed("no asset has a creation time") }
        let middle = known[known.count / 2].creation
        let from = try library.assets(FetchAsk(query: FetchAsk.everything { $0.created_from = middle }))
        let before = try library.assets(FetchAsk(query: FetchAsk.everything { $0.created_before = middle }))
        try trial.expect(from.allSatisfy { $0.creation >= middle }, "created_from gave earlier ones")
        try trial.expect(
            before.allSatisfy { $0.creation < middle }, "created_before gave later ones, or that very time")
        let expected = known.count { $0.creation >= middle }
        try trial.expect(from.count == expected, "created_from gave \(from.count), not \(expected)")
        let earlier = known.count { $0.creation < middle }
        try trial.expect(before.count >= earlier, "created_before gave \(before.count), not \(earlier)")
    }

    private static func subtypes(_ trial: Trial) throws(CheckStop) {
        let library = try trial.open()
        let all = try library.assets()
        for bit in [PICKER_SUBTYPE_RAW, PICKER_SUBTYPE_LIVE_PHOTO, PICKER_SUBTYPE_SCREENSHOT] {
            let with = try library.assets(FetchAsk(query: FetchAsk.everything { $0.any_subtypes = bit }))
            let without = try library.assets(FetchAsk(query: FetchAsk.everything { $0.no_subtypes = bit }))
            try trial.expect(with.allSatisfy { $0.subtypes & bit != 0 }, "any_subtypes \(bit) gave others")
            try trial.expect(without.allSatisfy { $0.subtypes & bit == 0 }, "no_subtypes \(bit) gave some with it")
            try trial.expect(
                with.count + without.count == all.count,
                "\(with.count) with and \(without.count) without are not \(all.count)")
        }
    }

    private static func identifiers(_ trial: Trial) throws(CheckStop) {
        let library = try trial.open()
        let some = Array(try library.assets().map(\.identifier).reversed().prefix(5))
        let asked = [Text(Arena.string("nobody-1"))] + some + [Text(Arena.string("nobody-2"))]
        let found = try library.assets(FetchAsk(.identifiers(asked))).map(\.identifier)
        try trial.expect(found == some, "\(found.count) came for \(some.count) known identifiers, or in another order")
        let none = try library.assets(FetchAsk(.identifiers([])))
        try trial.expect(none.isEmpty, "for no identifiers \(none.count) came")
    }

    private static func paths(_ trial: Trial) throws(CheckStop) {
        let library = try trial.open()
        let some = Array(try library.assets().reversed().prefix(6))
        let asked = ["not/there.jpg"] + some.map(\.path) + [""]
        let fetched = library.fetch(FetchAsk(.paths(asked)))
        if fetched.reply.status == PICKER_UNSUPPORTED { return }
        try fetched.reply.ok()
        guard let fetch = fetched.fetch else { return }
        defer { fetch.release() }
        let found = try fetch.window(0, 100).map(\.identifier)
        try trial.expect(
            found == some.map(\.identifier), "\(found.count) came for \(some.count) paths, or in another order")
    }

    private static func twoAtOnce(_ trial: Trial) throws(CheckStop) {
        let library = try trial.open()
        let collections = try library.allCollections().filter { $0.type != PICKER_COLLECTION_FOLDER }
        guard let last = collections.last, let one = library.fetch().fetch,
            let two = library.fetch(FetchAsk(.collection(last.identifier))).fetch
        else { throw .failed("fetch did not work") }
        let (first, second) = (try one.window(0, 1000), try two.window(0, 1000))
        for index in 0..<UInt64(min(first.count, second.count)) {
            let (here, there) = (try one.window(index, 1), try two.window(index, 1))
            try trial.expect(
                here.map(\.identifier) == first.dropFirst(Int(index)).prefix(1).map(\.identifier)
                    && there.map(\.identifier) == second.dropFirst(Int(index)).prefix(1).map(\.identifier),
                "read by turns, element \(index) is another")
        }
        one.release()
        two.release()
    }
}
