internal import BackendAPI
internal import PhotoModel
internal import Platform

/// Checks of times, which no time zone may change.
extension LibraryChecks {
    static let timeChecks = [
        Check(
            "library.times", "Times are those of the file and of its EXIF block to the millisecond, in any time zone",
            "R9.13 R5.13 R7.3", requires: [.anyKnownFormat],
            remedy: "Use timegm, never mktime; take milliseconds from the nanoseconds of the file's time; 64 bits."
        ) { context throws(CheckStop) in try times(context) },
        Check(
            "library.one-record", "An asset and a collection are described alike wherever they come",
            "R7.3 R5.8 R9.4",
            remedy: "Fill each kind of record in one function."
        ) { context throws(CheckStop) in try oneRecord(context) },
    ]

    // MARK: Times

    /// Half an hour beside the hour, and another in summer.
    private static let zone = "<+0930>-9:30<+1030>,M10.1.0,M4.1.0/3"

    private static func times(_ context: CheckContext) throws(CheckStop) {
        CurrentProcess.setTimeZone(zone)
        let format = try ChangeChecks.format(context)
        try context.makeLibrary()
        let files = try writeTimed(context, as: format)
        let dated = try writeDated(context)
        let undated = try writeUndated(context)
        let elsewhere = try writeElsewhere(context)
        let parts = try writeParts(context)
        let library = try context.open()
        var found: [BytePath: AssetCopy] = [:]
        for asset in try library.assets() { found[asset.path] = asset }
        for (path, time) in files { try expectTimed(context, try asset(at: path, in: found), time) }
        for path in undated { try expectUndated(context, try asset(at: path, in: found)) }
        for (path, milliseconds) in parts { try expectPart(context, try asset(at: path, in: found), milliseconds) }
        // EXIF need not be read at all; who reads it of one photo reads it of all.
        let isRead = (dated.map(\.path) + elsewhere.map(\.path)).contains { found[$0].map(isFromMetadata) ?? false }
        for (path, taken, minutes) in elsewhere {
            let asset = try asset(at: path, in: found)
            guard isRead else {
                try expectUnread(context, asset, FixtureLibrary.firstDate)
                continue
            }
            try expectMoment(context, asset, taken, minutes)
        }
        for (path, modified, taken) in dated {
            let asset = try asset(at: path, in: found)
            try self.modified(context, asset, Int64(modified) * 1000)
            guard isRead else {
                try expectUnread(context, asset, modified)
                continue
            }
            try expectTaken(context, asset, taken)
        }
    }

    private static func asset(at path: BytePath, in found: [BytePath: AssetCopy]) throws(CheckStop) -> AssetCopy {
        guard let asset = found[path] else { throw .failed("\(path) is not listed") }
        return asset
    }

    /// Files without dates in them, with the times of the files in milliseconds.
    private static func writeTimed(
        _ context: CheckContext, as format: PhotoFormat
    ) throws(CheckStop) -> [(path: BytePath, milliseconds: Int)] {
        let milliseconds = [
            1_577_880_000_123, 1_577_880_000_999, -86_399_750, 1, 4_102_444_800_500, 1_616_893_200_000, 951_782_400_001,
        ]
        var files: [(path: BytePath, milliseconds: Int)] = []
        for (index, time) in milliseconds.enumerated() {
            let path = BytePath("timed-\(index).\(format.fileExtension)")
            try Files.write(TestPattern(width: 64, height: 48).encoded(as: format), to: context.root / path)
            try Files.setDate(of: context.root / path, milliseconds: time)
            files.append((path, time))
        }
        return files
    }

    private static func expectTimed(_ context: CheckContext, _ asset: AssetCopy, _ time: Int) throws(CheckStop) {
        try modified(context, asset, Int64(time))
        let isTaken = asset.creation == AssetCopy.unknownTime || asset.creation == picker_time(time)
        try context.expect(isTaken, "\(asset.path) was made at \(time), the asset says \(asset.creation)")
        try context.expect(
            !isFromMetadata(asset), "\(asset.path) has no date in it, its creation time is said to come from metadata")
    }

    private static func expectUndated(_ context: CheckContext, _ asset: AssetCopy) throws(CheckStop) {
        try context.expect(
            !isFromMetadata(asset),
            "the EXIF block of \(asset.path) has no date but zeros or blanks, the asset says \(asset.creation)")
    }

    private static func expectTaken(_ context: CheckContext, _ asset: AssetCopy, _ taken: Int) throws(CheckStop) {
        try context.expect(
            asset.creation == picker_time(taken) * 1000,
            "\(asset.path) was taken at \(taken) s by its EXIF block, the asset says \(asset.creation) ms")
        try context.expect(
            isFromMetadata(asset), "\(asset.path): its creation time is not said to come from metadata")
    }

    private static func isFromMetadata(_ asset: AssetCopy) -> Bool {
        asset.creation != AssetCopy.unknownTime && asset.creationSource == PICKER_DATE_METADATA
    }

    /// What is said of a photo by who reads no dates in photos: nothing, or the time of the file.
    private static func expectUnread(
        _ context: CheckContext, _ asset: AssetCopy, _ modified: Int
    ) throws(CheckStop) {
        try context.expect(
            asset.creation == AssetCopy.unknownTime || asset.creation == picker_time(modified) * 1000,
            "of no photo the creation time is said to come from metadata, and \(asset.path), whose file is of "
                + "\(modified) s, was made at \(asset.creation) ms")
        try context.expect(
            asset.creationOffset == nil,
            "of no photo the creation time is said to come from metadata, and \(asset.path) has a distance from UTC")
    }

    /// JPEGs of cameras whose clock was never set, if they are read.
    private static func writeUndated(_ context: CheckContext) throws(CheckStop) -> [BytePath] {
        guard try context.info().formats.contains(PhotoFormat.jpeg.rawValue) else { return [] }
        let texts = ["0000:00:00 00:00:00", "    :  :     :  :  "]
        for (index, text) in texts.enumerated() {
            var image = RasterImage(width: 64, height: 48, samples: [UInt8](repeating: 90, count: 64 * 48 * 3))
            image.exif.dates = (text, text)
            let path = context.root / BytePath("undated-\(index).jpg")
            try Files.write(image.encoded(as: .jpeg), to: path, date: FixtureLibrary.firstDate)
        }
        return texts.indices.map { BytePath("undated-\($0).jpg") }
    }

    /// JPEGs whose dates say how far they are from UTC, if they are read; with the time of the clock there, in seconds, and
    /// the distance in minutes.
    private static func writeElsewhere(
        _ context: CheckContext
    ) throws(CheckStop) -> [(path: BytePath, taken: Int, minutes: Int)] {
        guard try context.info().formats.contains(PhotoFormat.jpeg.rawValue) else { return [] }
        var files: [(BytePath, Int, Int)] = []
        for (index, (text, minutes)) in [("+05:30", 330), ("-08:00", -480), ("-03:30", -210)].enumerated() {
            var image = RasterImage(width: 64, height: 48, samples: [UInt8](repeating: 90, count: 64 * 48 * 3))
            image.exif.dates = ("2021:06:15 08:30:00", "2011:11:11 11:11:11")
            image.exif.offset = text
            let path = BytePath("elsewhere-\(index).jpg")
            try Files.write(image.encoded(as: .jpeg), to: context.root / path, date: FixtureLibrary.firstDate)
            files.append((path, 1_623_745_800, minutes))
        }
        return files
    }

    /// When the photos that say more than the second were taken, by EXIF.
    private static let dividedSecond = 1_623_745_800

    /// JPEGs whose dates have digits behind the point, if they are read; with the milliseconds that those are.
    private static func writeParts(_ context: CheckContext) throws(CheckStop) -> [(path: BytePath, milliseconds: Int)] {
        guard try context.info().formats.contains(PhotoFormat.jpeg.rawValue) else { return [] }
        var files: [(BytePath, Int)] = []
        for (digits, milliseconds) in [("25", 250), ("5", 500), ("007", 7)] {
            var image = RasterImage(width: 64, height: 48, samples: [UInt8](repeating: 90, count: 64 * 48 * 3))
            image.exif.dates = ("2021:06:15 08:30:00", "2011:11:11 11:11:11")
            image.exif.subseconds = digits
            let path = BytePath("parts-\(digits).jpg")
            try Files.write(image.encoded(as: .jpeg), to: context.root / path, date: FixtureLibrary.firstDate)
            files.append((path, milliseconds))
        }
        return files
    }

    /// That what EXIF says behind the point of a second is read as that, or not at all.
    private static func expectPart(
        _ context: CheckContext, _ asset: AssetCopy, _ milliseconds: Int
    ) throws(CheckStop) {
        guard isFromMetadata(asset) else { return }
        let start = picker_time(dividedSecond) * 1000
        try context.expect(
            asset.creation == start || asset.creation == start + picker_time(milliseconds),
            "\(asset.path) was taken at \(start + picker_time(milliseconds)) ms by its EXIF block, the asset says "
                + "\(asset.creation)")
    }

    /// That the distance from UTC, where it is read, is that of the file, and counted the right way.
    private static func expectMoment(
        _ context: CheckContext, _ asset: AssetCopy, _ taken: Int, _ minutes: Int
    ) throws(CheckStop) {
        let (clock, moment) = (picker_time(taken) * 1000, picker_time(taken - minutes * 60) * 1000)
        let isPassedOver = asset.creationOffset == nil && asset.creation == clock
        try context.expect(
            isPassedOver || asset.creation == moment,
            "\(asset.path) was taken at \(clock) ms by a clock that is \(minutes) minutes ahead of UTC, the asset says "
                + "\(asset.creation), not \(moment)")
        try context.expect(
            asset.creationOffset.map { Int($0) == minutes } ?? true,
            "\(asset.path) was taken \(minutes) minutes ahead of UTC, the asset says \(asset.creationOffset ?? 0)")
    }

    private static func modified(_ context: CheckContext, _ asset: AssetCopy, _ time: Int64) throws(CheckStop) {
        let isRight = asset.modification == AssetCopy.unknownTime || asset.modification == time
        try context.expect(isRight, "\(asset.path) was modified at \(time) ms, the asset says \(asset.modification)")
    }

    /// JPEGs with dates in them, if they are read; with the times of their files and of their EXIF blocks in seconds.
    static func writeDated(
        _ context: CheckContext
    ) throws(CheckStop) -> [(path: BytePath, modified: Int, taken: Int)] {
        guard try context.info().formats.contains(PhotoFormat.jpeg.rawValue) else { return [] }
        let dates = [
            ("2021:06:15 08:30:00", 1_623_745_800), ("2020:02:29 23:59:59", 1_583_020_799),
            ("1999:12:31 00:00:00", 946_598_400),
            ("2021:01:01 02:15:30", 1_609_467_330),
            // What was scanned, beside the moment from which time is counted, where numbers of 32 bits end, and in a year of
            // a century that has no leap day.
            ("1965:07:04 12:00:00", -141_825_600), ("1969:12:31 23:59:59", -1), ("2038:01:19 03:14:08", 2_147_483_648),
            ("2100:03:01 00:00:00", 4_107_542_400),
        ]
        var files: [(path: BytePath, modified: Int, taken: Int)] = []
        for (index, (text, taken)) in dates.enumerated() {
            let path = BytePath("dated-\(index).jpg")
            var image = RasterImage(width: 64, height: 48, samples: [UInt8](repeating: 90, count: 64 * 48 * 3))
            image.exif.dates = (text, "2011:11:11 11:11:11")
            image.exif.isBigEndian = index == 1
            let modified = FixtureLibrary.firstDate + index
            try Files.write(image.encoded(as: .jpeg), to: context.root / path, date: modified)
            files.append((path, modified, taken))
        }
        return files
    }

    // MARK: Records

    private static func oneRecord(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        let assets = try library.assets()
        let flags =
            PICKER_ASSET_FAVORITE | PICKER_ASSET_HIDDEN | PICKER_ASSET_HAS_LOCATION | PICKER_ASSET_HAS_CREATION_OFFSET
            | PICKER_ASSET_HAS_ADJUSTMENTS | PICKER_ASSET_HAS_CREATION_TIME | PICKER_ASSET_HAS_MODIFICATION_TIME
            | PICKER_ASSET_HAS_DURATION
        let isNewer = try context.isNewer()
        for asset in assets where !context.isHalfOver {
            try context.expect(
                isNewer || asset.flags & ~flags == 0, "\(asset.path) has flags without a name: \(asset.flags)")
            let details = try library.details(asset.identifier)
            try context.expect(
                try isAlike(library, asset, details),
                "details describes \(asset.path) in another way: \(details.asset.map { differences($0, asset) } ?? "not")"
            )
            guard let file = details.representations.first(where: { $0.path == asset.path }) else { continue }
            let told = details.asset ?? asset
            let isSame =
                file.byteSize == told.byteSize && file.contentType == told.contentType
                && (file.width == 0 || told.width == 0 || file.width == told.width && file.height == told.height)
            try context.expect(isSame, "the file of \(asset.path) has another size or type than the asset")
        }
        for collection in try library.allCollections() {
            try described(
                context, library, collection, Dictionary(assets.map { ($0.identifier, $0) }) { one, _ in one })
        }
        for match in try matchesOfDeclaredFormats(context, library) {
            try context.expect(
                match.asset.contentType.description == match.photo.format.rawValue,
                "\(match.photo.path) has the type \(match.asset.contentType), not \(match.photo.format.rawValue)")
        }
    }

    private static func described(
        _ context: CheckContext, _ library: Library, _ collection: CollectionCopy, _ assets: [Text: AssetCopy]
    ) throws(CheckStop) {
        let flags = PICKER_COLLECTION_EDITABLE | PICKER_COLLECTION_HAS_COUNT | PICKER_COLLECTION_HAS_TIMES
        let isNewer = try context.isNewer()
        try context.expect(
            isNewer || collection.flags & ~flags == 0, "\(collection.title) has flags without a name")
        try context.expect(
            try isAlike(library, collection), "collection describes \(collection.title) in another way")
        guard collection.type != PICKER_COLLECTION_FOLDER else { return }
        let members = try library.assets(FetchRequest(.collection(collection.identifier)))
        for asset in members {
            guard let known = assets[asset.identifier] else { continue }
            let isSame = try isAlike(library, known, asset) { () throws(CheckStop) in
                let again = try library.assets(FetchRequest(.collection(collection.identifier)))
                return again.first { $0.identifier == known.identifier }
            }
            try context.expect(isSame, "\(collection.title) describes \(asset.path) in another way than the library")
        }
        let keys = RecordSink.assets()
        try library.keyAssets(collection.identifier, sink: keys).ok()
        try context.expect(
            try strangeKeyAsset(library, collection, keys.records, members) == nil,
            "key_assets of \(collection.title) are not assets of it, or described in another way")
        try context.expect(
            Set(keys.records.map(\.identifier)).count == keys.count, "a key asset of \(collection.title) comes twice")
        try context.expect(keys.count > 0 || members.isEmpty, "\(collection.title) has assets, and no key asset")
        let times = members.map(\.creation).filter { $0 != AssetCopy.unknownTime }
        guard let start = collection.start, let end = collection.end else { return }
        try context.expect(
            start == times.min() && end == times.max(),
            "\(collection.title) has other times than its first and last asset")
    }

    /// Names of what differs.
    private static func differences(_ one: AssetCopy, _ other: AssetCopy) -> String {
        let fields: [(String, Bool)] = [
            ("flags", one.flags == other.flags), ("identifier", one.identifier == other.identifier),
            ("names", one.filename == other.filename && one.relativePath == other.relativePath),
            ("bytes of the path", one.pathBytes == other.pathBytes), ("type", one.contentType == other.contentType),
            ("size", one.width == other.width && one.height == other.height),
            ("times", one.creation == other.creation && one.modification == other.modification),
            ("byte_size", one.byteSize == other.byteSize), ("version_token", one.version == other.version),
            ("placeholder", one.placeholder == other.placeholder),
        ]
        return fields.filter { !$0.1 }.map(\.0).joined(separator: ", ")
    }
}
