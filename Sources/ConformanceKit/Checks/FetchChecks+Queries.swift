internal import BackendAPI
internal import PhotoModel

/// Checks of conditions and orders.
extension FetchChecks {
    static func hidden(_ trial: Trial) throws(CheckStop) {
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

    static func filtersDoNotLeak(_ trial: Trial) throws(CheckStop) {
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

    static func mediaTypes(_ trial: Trial) throws(CheckStop) {
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

    static func fullQueryOff(_ trial: Trial) throws(CheckStop) {
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

    static func limit(_ trial: Trial) throws(CheckStop) {
        let library = try trial.open()
        let whole = try library.assets(FetchAsk(query: FetchAsk.everything())).map(\.identifier)
        for limit in [1, 3, whole.count, whole.count + 5] {
            let some = try library.assets(FetchAsk(query: FetchAsk.everything { $0.limit = UInt64(limit) }))
            try trial.expect(
                some.map(\.identifier) == Array(whole.prefix(limit)),
                "limit \(limit) of \(whole.count) gave \(some.count)")
        }
    }

    static func sort(_ trial: Trial) throws(CheckStop) {
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

    static func dates(_ trial: Trial) throws(CheckStop) {
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

    static func subtypes(_ trial: Trial) throws(CheckStop) {
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
}
