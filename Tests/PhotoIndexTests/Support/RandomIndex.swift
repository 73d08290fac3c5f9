import Foundation
import PhotoFolder
import PhotoModel
import TestSupport

@testable import PhotoIndex

/// An index of random assets, and the same assets in an array as the truth.
struct RandomIndex {
    static let day: Int64 = 86_400_000

    let fixture: IndexFixture
    /// In default order; index + 1 is no row id, as they are written in another order.
    let drafts: [AssetDraft]
    var photoIndex: PhotoIndexDatabase { fixture.photoIndex }

    /// - Parameter moments: when assets are created.
    init(seed: UInt64, count: Int, moments: (inout SeededGenerator) -> Int64 = Self.fewDays) throws {
        fixture = try IndexFixture()
        var generator = SeededGenerator(seed: seed)
        var drafts: [AssetDraft] = []
        for index in 0..<count { drafts.append(Self.draft(index, fixture, moments(&generator), &generator)) }
        try fixture.put(drafts)
        self.drafts = drafts.sorted(by: Model.isBeforeByDefault)
    }

    /// Some days hold most of them, and many have the same moment.
    static func fewDays(_ generator: inout SeededGenerator) -> Int64 {
        let day = Int64(generator.next() % 40) * Int64(generator.next() % 3) - 20
        return day * Self.day + Int64(generator.next() % 12) * 7_200_000
    }

    private static func draft(
        _ index: Int, _ fixture: IndexFixture, _ moment: Int64, _ generator: inout SeededGenerator
    ) -> AssetDraft {
        let folder = ["", "Rome/", "Rome/2019/", "DCIM/100APPLE/"][Int(generator.next() % 4)]
        let name = "\(["IMG_", "img ", "DSC0", ""][Int(generator.next() % 4)])\(generator.next() % 300)_\(index).jpg"
        let offset = [nil, 0, 600, -720][Int(generator.next() % 4)]
        return fixture.draft(folder + name, created: moment, offsetMinutes: offset) { draft in
            draft.asset.mediaType = generator.next() % 5 == 0 ? .video : .image
            draft.asset.isFavorite = generator.next() % 6 == 0
            draft.asset.isHidden = generator.next() % 8 == 0
            draft.isSelfie = generator.next() % 9 == 0
            draft.asset.mediaSubtypes = MediaSubtypes(rawValue: [0, 0, 0, 1, 8, 64, 72, 4][Int(generator.next() % 8)])
            draft.asset.byteSize = Int64(generator.next() % 20)
            draft.asset.modificationTime = Timestamp(milliseconds: Int64(generator.next() % 50))
            draft.asset.contentTag = generator.next()
            draft.asset.pixelWidth = Int(generator.next() % 4000)
            draft.asset.duration = draft.asset.mediaType == .video ? Double(generator.next() % 100) / 4 : 0
            let place = Location(
                latitude: Double(generator.next() % 5) * 45 - 90, longitude: Double(generator.next() % 7) * 60 - 180)
            draft.asset.location = generator.next() % 3 == 0 ? place : nil
            draft.rating = Int(generator.next() % 8) % 6
            draft.words.title = ["", "Übersee", "cafe\u{301} ΣΟΦΟΣ"][Int(generator.next() % 3)]
            draft.words.caption = ["", "the sea, ﬁne"][Int(generator.next() % 2)]
            draft.words.keywords = generator.next() % 4 == 0 ? ["Sea", "side"] : []
            draft.asset.hasAdjustments = generator.next() % 7 == 0
            draft.added = Timestamp(milliseconds: Int64(generator.next() % 60) * Self.day)
        }
    }
}

/// What a fetch must give, found by looking at every asset.
enum Model {
    static func fetch(_ drafts: [AssetDraft], _ options: FetchOptions) -> [AssetDraft] {
        let matching = drafts.filter { matches($0.asset, options) && hasFacts($0, options) }
        let sorted = options.sort.isEmpty ? matching : matching.sorted { isBefore($0, $1, options.sort) }
        return Array(sorted.prefix(options.limit ?? sorted.count))
    }

    static func isBeforeByDefault(_ left: AssetDraft, _ right: AssetDraft) -> Bool {
        isBefore(left, right, [SortKey(.creationTime)])
    }

    private static func matches(_ asset: Asset, _ options: FetchOptions) -> Bool {
        let moment = asset.creation?.time.milliseconds ?? 0
        let isShown =
            switch options.hidden {
            case .exclude: !asset.isHidden
            case .include: true
            case .only: asset.isHidden
            }
        return isShown && options.mediaTypes.contains(asset.mediaType)
            && (options.anySubtypes.isEmpty || !options.anySubtypes.isDisjoint(with: asset.mediaSubtypes))
            && options.noSubtypes.isDisjoint(with: asset.mediaSubtypes)
            && (options.createdFrom.map { moment >= $0.milliseconds } ?? true)
            && (options.createdBefore.map { moment < $0.milliseconds } ?? true)
            && (!options.favoritesOnly || asset.isFavorite)
    }

    private static func hasFacts(_ draft: AssetDraft, _ options: FetchOptions) -> Bool {
        let texts = [draft.asset.filename, draft.words.title, draft.words.caption] + draft.words.keywords
        // Foundation compares without case as Unicode's folding does.
        let isFound = options.text.map { wanted in
            texts.contains { $0.range(of: wanted, options: .caseInsensitive) != nil }
        }
        let isThere = options.place.map { box in draft.asset.location.map { box.contains($0) } ?? false }
        return (options.ratings.isEmpty || options.ratings.contains(rating: draft.rating)) && isFound ?? true
            && isThere ?? true
            && (options.contentTypes.isEmpty || options.contentTypes.contains(draft.asset.contentType))
            && (options.bytesFrom ?? 0) <= draft.asset.byteSize && draft.asset.byteSize < options.bytesBelow ?? .max
    }

    static func isBefore(_ left: AssetDraft, _ right: AssetDraft, _ sort: [SortKey]) -> Bool {
        var deciding: [SortKey] = []
        for key in sort where !deciding.contains(where: { $0.property == key.property }) { deciding.append(key) }
        let isBackwards = deciding.last?.isDescending ?? false
        let ties = [SortKey.Property.creationTime, .filename].map { SortKey($0, isDescending: isBackwards) }
        for key in deciding + ties {
            let (first, second) = key.isDescending ? (right, left) : (left, right)
            let (one, other) = (value(first, key.property), value(second, key.property))
            if one != other { return one.lexicographicallyPrecedes(other) }
        }
        return false
    }

    /// Bytes that compare as the property does.
    private static func value(_ draft: AssetDraft, _ property: SortKey.Property) -> [UInt8] {
        switch property {
        case .creationTime: bytes(draft.asset.creation?.time.milliseconds ?? 0)
        case .modificationTime: bytes(draft.asset.modificationTime?.milliseconds ?? 0)
        case .filename: NaturalSort.key(draft.files.members[0].name)
        case .byteSize: bytes(draft.asset.byteSize)
        }
    }

    private static func bytes(_ number: Int64) -> [UInt8] {
        withUnsafeBytes(of: (UInt64(bitPattern: number) ^ 1 << 63).bigEndian, Array.init)
    }
}
