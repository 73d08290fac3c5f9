import PhotoModel
import PostgresClient
import Testing

@testable import PostgresServing

@Suite("Conditions and orders of a fetch from a library in PostgreSQL")
struct ConditionTests {
    private func numbered(_ terms: [SQL]) -> String { terms.joined(" AND ").numbered }

    private func values(_ terms: [SQL]) -> [SQLValue] { terms.flatMap(\.values) }

    @Test("Hidden assets are left out, but in their own album, unless the options say otherwise")
    func hidden() {
        var options = FetchOptions()
        #expect(numbered(AssetCondition.terms(options)) == "NOT a.is_hidden")
        #expect(AssetCondition.terms(options, showsHidden: true).isEmpty)
        options.hidden = .only
        for shows in [true, false] {
            #expect(numbered(AssetCondition.terms(options, showsHidden: shows)) == "a.is_hidden")
        }
        options.hidden = .include
        for shows in [true, false] { #expect(AssetCondition.terms(options, showsHidden: shows).isEmpty) }
    }

    @Test("Each option is one term: bounds from below are included, those from above are not")
    func options() {
        var options = FetchOptions()
        options.hidden = .include
        let (types, subtypes): (MediaTypes, MediaSubtypes) = ([.image, .video], [.raw, .burst])
        options.mediaTypes = types
        options.anySubtypes = subtypes
        options.noSubtypes = .screenshot
        (options.createdFrom, options.createdBefore) = (Timestamp(milliseconds: 5), Timestamp(milliseconds: 6))
        options.favoritesOnly = true
        options.ratings = Ratings(4...5)
        options.text = "sea"
        options.place = LocationBox(south: 1, west: 2, north: 3, east: 4)
        options.contentTypes = ["public.jpeg"]
        (options.bytesFrom, options.bytesBelow) = (7, 8)
        let terms = AssetCondition.terms(options)
        let text = [
            "($1::bigint >> a.media_type) & 1 = 1", "a.subtypes & $2 <> 0", "a.subtypes & $3 = 0",
            "a.created >= $4", "a.created < $5", "a.is_favorite", "($6::bigint >> a.rating) & 1 = 1",
            "EXISTS (SELECT FROM unnest(a.texts) one WHERE strpos(one, picker.folded($7)) > 0)",
            "a.latitude BETWEEN $8 AND $9 AND a.longitude BETWEEN $10 AND $11", "a.content_type = ANY ($12)",
            "a.byte_size >= $13", "a.byte_size < $14",
        ].joined(separator: " AND ")
        #expect(numbered(terms) == text)
        let expected: [SQLValue] = [
            .integer(Int64(types.rawValue)), .integer(Int64(subtypes.rawValue)),
            .integer(Int64(MediaSubtypes.screenshot.rawValue)), .integer(5), .integer(6), .integer(0b110000),
            .text("sea"), .real(1), .real(3), .real(2), .real(4), .texts(["public.jpeg"]), .integer(7), .integer(8),
        ]
        #expect(values(terms) == expected)
    }

    @Test("A box over the meridian of 180 degrees has what is east of its west or west of its east")
    func meridian() {
        var options = FetchOptions()
        options.hidden = .include
        options.place = LocationBox(south: -10, west: 170, north: 10, east: -170)
        let terms = AssetCondition.terms(options)
        #expect(
            numbered(terms) == "a.latitude BETWEEN $1 AND $2 AND (a.longitude >= $3 OR a.longitude <= $4)")
        #expect(values(terms) == [.real(-10), .real(10), .real(170), .real(-170)])
        options.place = LocationBox(south: 0, west: 7, north: 0, east: 7)
        #expect(numbered(AssetCondition.terms(options)).hasSuffix("a.longitude BETWEEN $3 AND $4"))
    }

    private static let counted: [(table: CountTable, changes: [@Sendable (inout FetchOptions) -> Void])] = [
        (
            .days,
            [
                { ($0.mediaTypes, $0.hidden) = (.video, .exclude) }, { ($0.mediaTypes, $0.hidden) = (.video, .only) },
                { ($0.mediaTypes, $0.hidden) = (.video, .include) },
            ]
        ),
        (.kinds, [{ $0.anySubtypes = .raw }, { $0.noSubtypes = .raw }, { $0.favoritesOnly = true }]),
        (
            .nothing,
            [
                { $0.createdFrom = Timestamp(milliseconds: 0) }, { $0.createdBefore = Timestamp(milliseconds: 0) },
                { $0.ratings = Ratings(0...5) }, { $0.text = "sea" },
                { $0.place = LocationBox(south: 0, west: 0, north: 0, east: 0) },
                { $0.contentTypes = ["public.jpeg"] }, { $0.bytesFrom = 0 }, { $0.bytesBelow = 0 },
            ]
        ),
    ]

    @Test("Counts by day know types and what is hidden, those by kind subtypes and favorites, too, and no more")
    func counts() {
        for (table, changes) in Self.counted {
            for (place, change) in changes.enumerated() {
                var options = FetchOptions()
                change(&options)
                #expect(AssetCondition.counts(options) == table, "\(place) of \(table)")
                // What no table knows decides.
                options.text = "sea"
                #expect(AssetCondition.counts(options) == .nothing)
            }
        }
    }

    @Test("What is shown at a change began with it or before, and ended after it")
    func shown() {
        let term = AssetCondition.shown(at: 9)
        #expect(term.numbered == "a.since <= $1 AND a.until > $2" && term.values == [.integer(9), .integer(9)])
    }

    @Test("An order ends with the default order, in the direction of its last key, and has no property twice")
    func orders() {
        func terms(_ keys: SortKey...) -> String { SortOrder(keys).terms.text }
        #expect(terms() == "a.created, a.sort_name, a.identifier")
        #expect(
            terms(SortKey(.creationTime, isDescending: true))
                == "a.created DESC, a.sort_name DESC, a.identifier DESC")
        #expect(
            terms(SortKey(.byteSize), SortKey(.filename, isDescending: true), SortKey(.byteSize, isDescending: true))
                == "a.byte_size, a.sort_name DESC, a.created DESC, a.identifier DESC")
        #expect(
            terms(SortKey(.modificationTime, isDescending: true), SortKey(.creationTime))
                == "a.modified DESC, a.created, a.sort_name, a.identifier")
        let mixed = SortOrder([SortKey(.creationTime, isDescending: true), SortKey(.filename)])
        #expect(mixed.isByTime && mixed.isDescending)
        let byName = SortOrder([SortKey(.filename), SortKey(.creationTime, isDescending: true)])
        #expect(!byName.isByTime && !byName.isDescending)
    }

    @Test("What comes after a key in one direction is one comparison, and before it the other one")
    func afterInOneDirection() {
        let key: [SQLValue] = [.integer(1), .bytes([2]), .text("x")]
        for (isDescending, isBackwards, sign) in [
            (false, false, ">"), (false, true, "<"), (true, false, "<"), (true, true, ">"),
        ] {
            let order = SortOrder([SortKey(.creationTime, isDescending: isDescending)])
            let condition = order.after(key, isBackwards: isBackwards)
            #expect(
                condition.numbered == "(a.created, a.sort_name, a.identifier) \(sign) "
                    + "($1::bigint, $2::bytea, $3::text COLLATE \"C\")")
            #expect(condition.values == key)
        }
    }

    @Test("What comes after a key in several directions differs first in one of the columns")
    func afterInSeveralDirections() {
        let order = SortOrder([SortKey(.byteSize), SortKey(.creationTime, isDescending: true)])
        let key: [SQLValue] = [.integer(1), .integer(2), .bytes([3]), .text("x")]
        let after = order.after(key)
        #expect(
            after.numbered == "((a.byte_size > $1::bigint) OR (a.byte_size = $2::bigint AND a.created < $3::bigint)"
                + " OR (a.byte_size = $4::bigint AND a.created = $5::bigint AND a.sort_name < $6::bytea)"
                + " OR (a.byte_size = $7::bigint AND a.created = $8::bigint AND a.sort_name = $9::bytea"
                + " AND a.identifier < $10::text COLLATE \"C\"))")
        #expect(after.values == (1...4).flatMap { key.prefix($0) })
        let before = order.after(key, isBackwards: true)
        #expect(before.text.hasPrefix("((a.byte_size < ?::bigint) OR (a.byte_size = ?::bigint AND a.created > "))
    }

    @Test("Each smart album has the assets of its name, and what came in the last thirty days is recent")
    func smartAlbums() {
        let terms: [(album: SmartAlbum, text: String)] = [
            (.cameraRoll, ""), (.favorites, "a.is_favorite"), (.videos, "a.media_type = ?"), (.hidden, "a.is_hidden"),
            (.selfies, "false"), (.recentlyAdded, "a.added >= ?"),
        ]
        for (album, text) in terms { #expect(album.terms(now: 0).joined(" AND ").text == text, "\(album)") }
        #expect(values(SmartAlbum.videos.terms(now: 0)) == [.integer(Int64(MediaType.video.rawValue))])
        #expect(values(SmartAlbum.recentlyAdded.terms(now: 2_592_000_007)) == [.integer(7)])
        let subtypes: [(album: SmartAlbum, subtype: MediaSubtypes)] = [
            (.livePhotos, .livePhoto), (.raw, .raw), (.panoramas, .panorama), (.screenshots, .screenshot),
            (.bursts, .burst), (.sloMo, .highFrameRate), (.timelapses, .timelapse),
        ]
        for (album, subtype) in subtypes {
            let terms = album.terms(now: 0)
            #expect(numbered(terms) == "a.subtypes & $1 <> 0" && values(terms) == [.integer(Int64(subtype.rawValue))])
        }
        #expect(SmartAlbum.allCases.filter { $0.counts == .days } == [.cameraRoll, .videos, .hidden])
        #expect(SmartAlbum.allCases.filter { $0.counts == .nothing } == [.recentlyAdded])
    }

    @Test("A smart album is found by its identifier in its own library, but for selfies, which is not shown")
    func smartAlbumIdentifiers() {
        let identity = LibraryIdentity(root: Array("postgresql://db/club".utf8))
        for album in SmartAlbum.allCases {
            let found = SmartAlbum.of(album.identifier(identity), identity)
            #expect(found == (album == .selfies ? nil : album))
        }
        let other = LibraryIdentity(root: Array("postgresql://db/other".utf8))
        #expect(SmartAlbum.of(SmartAlbum.raw.identifier(other), identity) == nil)
    }
}
