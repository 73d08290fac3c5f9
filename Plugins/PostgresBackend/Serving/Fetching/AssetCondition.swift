internal import PhotoModel
internal import PostgresClient

/// The conditions of a fetch, as terms of SQL about `picker.asset a`.
enum AssetCondition {
    /// The condition for rows that are shown after a change.
    static func shown(at change: Int64) -> SQL {
        SQL("a.since <= ? AND a.until > ?", .integer(change), .integer(change))
    }

    /// The conditions of a fetch's options.
    ///
    /// - Parameter showsHidden: hidden assets are included unless the options ask for others, as in the album of hidden assets.
    static func terms(_ options: FetchOptions, showsHidden: Bool = false) -> [SQL] {
        var terms: [SQL] = []
        if options.mediaTypes != .any {
            terms.append(SQL("(?::bigint >> a.media_type) & 1 = 1", .integer(Int64(options.mediaTypes.rawValue))))
        }
        if !options.anySubtypes.isEmpty {
            terms.append(SQL("a.subtypes & ? <> 0", .integer(Int64(options.anySubtypes.rawValue))))
        }
        if !options.noSubtypes.isEmpty {
            terms.append(SQL("a.subtypes & ? = 0", .integer(Int64(options.noSubtypes.rawValue))))
        }
        if let from = options.createdFrom { terms.append(SQL("a.created >= ?", .integer(from.milliseconds))) }
        if let before = options.createdBefore { terms.append(SQL("a.created < ?", .integer(before.milliseconds))) }
        switch options.hidden {
        case .exclude: if !showsHidden { terms.append(SQL("NOT a.is_hidden")) }
        case .only: terms.append(SQL("a.is_hidden"))
        case .include: break
        }
        if options.favoritesOnly { terms.append(SQL("a.is_favorite")) }
        return terms + facts(options)
    }

    /// Which table of counts can count the assets that meet these conditions.
    static func counts(_ options: FetchOptions) -> CountTable {
        guard options.createdFrom == nil, options.createdBefore == nil, facts(options).isEmpty else { return .nothing }
        let hasKinds = !options.anySubtypes.isEmpty || !options.noSubtypes.isEmpty || options.favoritesOnly
        return hasKinds ? .kinds : .days
    }

    private static func facts(_ options: FetchOptions) -> [SQL] {
        var terms: [SQL] = []
        if !options.ratings.isEmpty {
            terms.append(SQL("(?::bigint >> a.rating) & 1 = 1", .integer(Int64(options.ratings.rawValue))))
        }
        if let text = options.text {
            terms.append(
                SQL(
                    "EXISTS (SELECT FROM unnest(a.texts) one WHERE strpos(one, picker.folded(?)) > 0)", .text(text)))
        }
        if let box = options.place { terms.append(place(box)) }
        if !options.contentTypes.isEmpty { terms.append(SQL("a.content_type = ANY (?)", .texts(options.contentTypes))) }
        if let bytes = options.bytesFrom { terms.append(SQL("a.byte_size >= ?", .integer(bytes))) }
        if let bytes = options.bytesBelow { terms.append(SQL("a.byte_size < ?", .integer(bytes))) }
        return terms
    }

    private static func place(_ box: LocationBox) -> SQL {
        let latitudes = SQL("a.latitude BETWEEN ? AND ? AND ", .real(box.south), .real(box.north))
        return box.west <= box.east
            ? latitudes + SQL("a.longitude BETWEEN ? AND ?", .real(box.west), .real(box.east))
            : latitudes + SQL("(a.longitude >= ? OR a.longitude <= ?)", .real(box.west), .real(box.east))
    }
}
