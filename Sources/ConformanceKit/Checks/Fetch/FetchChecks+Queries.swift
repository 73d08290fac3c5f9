internal import BackendAPI
internal import PhotoModel

/// Checks of conditions and orders.
extension FetchChecks {
    static func hidden(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        var counts: [Int] = []
        for hidden in [PICKER_HIDDEN_EXCLUDE, PICKER_HIDDEN_ONLY, PICKER_HIDDEN_INCLUDE] {
            let ask = FetchRequest(query: FetchRequest.everything { $0.hidden = hidden })
            let found = try library.assets(ask)
            let (reply, count) = library.count(ask)
            try reply.ok()
            try context.expect(
                count == UInt64(found.count), "with hidden \(hidden) count says \(count), \(found.count) come")
            if hidden == PICKER_HIDDEN_EXCLUDE {
                try context.expect(!found.contains(where: \.isHidden), "hidden ones come")
            }
            if hidden == PICKER_HIDDEN_ONLY {
                try context.expect(found.allSatisfy(\.isHidden), "others come than hidden ones")
            }
            counts.append(found.count)
        }
        try context.expect(
            counts[0] + counts[1] == counts[2], "\(counts[0]) shown and \(counts[1]) hidden are not \(counts[2])")
    }

    static func filtersDoNotLeak(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        let before = try library.assets().map(\.identifier)
        let narrow = FetchRequest(query: FetchRequest.everything { $0.media_types = PICKER_MEDIA_MASK_AUDIO })
        guard let kept = library.fetch(narrow).fetch else { throw .failed("a fetch of audio did not work") }
        let narrowed = try kept.window(0, 100).map(\.identifier)
        let after = try library.assets().map(\.identifier)
        try context.expect(
            after == before, "after a fetch of audio, one of everything gave \(after.count), not \(before.count)")
        let found = try kept.window(0, 100).map(\.identifier)
        try context.expect(found == narrowed, "after a fetch of everything, an earlier one of audio has others")
        kept.release()
    }

    static func mediaTypes(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        let all = try library.assets().count
        var sum = 0
        for type in [PICKER_MEDIA_UNKNOWN, PICKER_MEDIA_IMAGE, PICKER_MEDIA_VIDEO, PICKER_MEDIA_AUDIO] {
            let found = try library.assets(FetchRequest(query: FetchRequest.everything { $0.media_types = 1 << type }))
            let others = found.count { $0.mediaType != type }
            try context.expect(others == 0, "asked for media type \(type), \(others) others came")
            sum += found.count
        }
        try context.expect(sum == all, "\(sum) assets come by media type, \(all) without")
        let every: UInt32 = 1 << PICKER_MEDIA_UNKNOWN | 1 << PICKER_MEDIA_IMAGE | 1 << PICKER_MEDIA_VIDEO
        let listed = try library.assets(
            FetchRequest(query: FetchRequest.everything { $0.media_types = every | 1 << PICKER_MEDIA_AUDIO }))
        try context.expect(listed.count == all, "asked for all media types by name, \(listed.count) of \(all) came")
    }

    typealias Condition = (name: String, bit: BackendCapabilities, query: picker_query)

    /// Each condition, the bit that promises it, and a query that asks for nothing else.
    static var conditions: [Condition] {
        [
            ("favourites", .queryFavorites, FetchRequest.everything { $0.flags = PICKER_QUERY_FAVORITES }),
            ("created_from", .queryDates, FetchRequest.everything { $0.flags = PICKER_QUERY_CREATED_FROM }),
            ("created_before", .queryDates, FetchRequest.everything { $0.flags = PICKER_QUERY_CREATED_BEFORE }),
            ("any_subtypes", .querySubtypes, FetchRequest.everything { $0.any_subtypes = PICKER_SUBTYPE_RAW }),
            ("no_subtypes", .querySubtypes, FetchRequest.everything { $0.no_subtypes = PICKER_SUBTYPE_RAW }),
            ("hidden included", .queryHidden, FetchRequest.everything { $0.hidden = PICKER_HIDDEN_INCLUDE }),
            ("hidden alone", .queryHidden, FetchRequest.everything { $0.hidden = PICKER_HIDDEN_ONLY }),
            ("ratings", .queryRatings, ratings(1 << 5)),
            ("text", .queryText, text("a")),
            ("a place", .queryPlace, box(0, 0, 1, 1)),
            ("content types", .queryContentTypes, types([Text(Arena.string("public.jpeg"))])),
            ("bytes_from", .queryBytes, bytes(from: 1, below: nil)),
            ("bytes_below", .queryBytes, bytes(from: nil, below: 1)),
        ]
    }

    /// The same of a sort key, at both ends of the list and in both directions.
    private static func conditions(of key: SortBit) -> [Condition] {
        let reversed = key.value | PICKER_SORT_DESCENDING
        return [
            ("\(key.name) as the first key", key.bit, FetchRequest.everything { $0.sort.0 = key.value }),
            ("\(key.name) as the last key", key.bit, FetchRequest.everything { $0.sort.3 = key.value }),
            ("\(key.name) descending", key.bit, FetchRequest.everything { $0.sort.0 = reversed }),
        ]
    }

    static func unserved(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        let served = try context.served(by: library)
        for (name, bit, query) in conditions + SortBit.all.flatMap(conditions) where !served.contains(bit) {
            var replies = [
                library.fetch(FetchRequest(query: query)).reply, library.count(FetchRequest(query: query)).reply,
            ]
            if served.contains(.search) { replies.append(try library.search("a", FetchRequest(query: query)).reply) }
            for reply in replies {
                try context.expect(
                    reply.status == PICKER_UNSUPPORTED, "with \(name), \(reply.operation) answered \(reply.described)")
            }
        }
    }

    static func limit(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        let whole = try library.assets(FetchRequest(query: FetchRequest.everything())).map(\.identifier)
        for limit in [1, 3, whole.count, whole.count + 5] {
            let some = try library.assets(FetchRequest(query: FetchRequest.everything { $0.limit = UInt64(limit) }))
            try context.expect(
                some.map(\.identifier) == Array(whole.prefix(limit)),
                "limit \(limit) of \(whole.count) gave \(some.count)")
        }
    }

    static func sort(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        let served = try context.served(by: library)
        func sorted(_ key: UInt32) throws(CheckStop) -> [AssetCopy] {
            try library.assets(FetchRequest(query: FetchRequest.everything { $0.sort.0 = key }))
        }
        let values: [(String, UInt32, (AssetCopy) -> Int64)] = [
            ("creation time", PICKER_SORT_CREATION_TIME, { $0.creation }),
            ("modification time", PICKER_SORT_MODIFICATION_TIME, { $0.modification }),
            ("byte size", PICKER_SORT_BYTE_SIZE, { Int64(clamping: $0.byteSize) }),
        ]
        for (name, key, value) in values where served.contains(SortBit.of(key)) {
            // Where those come of which a time is not known is left open.
            func known(_ key: UInt32) throws(CheckStop) -> [Int64] {
                try sorted(key).map(value).filter { $0 != AssetCopy.unknownTime }
            }
            let (up, down) = (try known(key), try known(key | PICKER_SORT_DESCENDING))
            try context.expect(up == up.sorted(), "by \(name), they do not ascend")
            try context.expect(down == down.sorted(by: >), "by \(name) descending, they do not descend")
        }
    }

    static func dates(_ context: CheckContext) throws(CheckStop) {
        try context.makeLibrary()
        // There are dates in none of the kit's photos but these, for who knows no others.
        _ = try LibraryChecks.writeDated(context)
        let library = try context.open()
        let all = try library.assets()
        let known = all.filter { $0.creation != AssetCopy.unknownTime }.sorted { $0.creation < $1.creation }
        guard all.count > 2 else { throw try context.tooFew(all.count) }
        guard known.count > 2 else { throw .failed("no asset has a creation time") }
        let middle = known[known.count / 2].creation
        let from = try library.assets(.created(from: middle))
        let before = try library.assets(.created(before: middle))
        try context.expect(from.allSatisfy { $0.creation >= middle }, "created_from gave earlier ones")
        try context.expect(
            before.allSatisfy { $0.creation < middle }, "created_before gave later ones, or that very time")
        let expected = known.count { $0.creation >= middle }
        try context.expect(from.count == expected, "created_from gave \(from.count), not \(expected)")
        let earlier = known.count { $0.creation < middle }
        try context.expect(before.count >= earlier, "created_before gave \(before.count), not \(earlier)")
    }

    static func subtypes(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        let all = try library.assets()
        for bit in LibraryChecks.subtypeBits(served: try context.served(by: library)) {
            let with = try library.assets(FetchRequest(query: FetchRequest.everything { $0.any_subtypes = bit }))
            let without = try library.assets(FetchRequest(query: FetchRequest.everything { $0.no_subtypes = bit }))
            try context.expect(with.allSatisfy { $0.subtypes & bit != 0 }, "any_subtypes \(bit) gave others")
            try context.expect(without.allSatisfy { $0.subtypes & bit == 0 }, "no_subtypes \(bit) gave some with it")
            try context.expect(
                with.count + without.count == all.count,
                "\(with.count) with and \(without.count) without are not \(all.count)")
        }
    }
}
