internal import BackendAPI
internal import Platform

/// A check of dates that file names have.
extension LibraryChecks {
    static let nameDateChecks = [
        Check(
            "library.name-dates",
            "A creation time that comes from a file's name is the one in it, taken for UTC in any time zone",
            "R9.13 R5.13",
            requires: [.anyKnownFormat],
            remedy:
                "Use timegm, never mktime; what is no date or no time of day is none; leave the distance from UTC out."
        ) { context throws(CheckStop) in try nameDates(context) }
    ]

    /// Half an hour beside the hour, and another in summer.
    private static let farZone = "<+0930>-9:30<+1030>,M10.1.0,M4.1.0/3"

    /// A name as cameras and programs give them, when the second or the day in it begins, and how long that lasts.
    private typealias NamedDate = (stem: String, seconds: Int, length: Int)

    private static let namedDates: [NamedDate] = [
        ("IMG_20210615_083000", 1_623_745_800, 1), ("PXL_20200229_235959123", 1_583_020_799, 1),
        ("2021-01-01 02.15.30", 1_609_467_330, 1),
        // There is no such time in that zone.
        ("IMG_20211003_023000", 1_633_228_200, 1), ("IMG-20210615-WA0001", 1_623_715_200, 86_400),
    ]

    /// Names with what is no date.
    private static let noDates = ["IMG_20210230_083000", "IMG_20211301_083000"]

    private static func nameDates(_ context: CheckContext) throws(CheckStop) {
        CurrentProcess.setTimeZone(farZone)
        let format = try ChangeChecks.format(context)
        try context.makeLibrary()
        let photo = try TestPattern(width: 64, height: 48).encoded(as: format)
        func path(_ stem: String) -> BytePath { BytePath("\(stem).\(format.fileExtension)") }
        let stems = namedDates.map(\.stem) + noDates
        for stem in stems { try Files.write(photo, to: context.root / path(stem), date: FixtureLibrary.firstDate) }
        let library = try context.open()
        let assets = try library.assets()
        for stem in stems {
            guard let asset = assets.first(where: { $0.path == path(stem) }) else {
                throw .failed("\(path(stem)) is not listed")
            }
            try expectDate(context, asset, namedDates.first { $0.stem == stem })
        }
    }

    private static func expectDate(
        _ context: CheckContext, _ asset: AssetCopy, _ named: NamedDate?
    ) throws(CheckStop) {
        try context.expect(
            asset.creationOffset == nil, "nothing says how far from UTC \(asset.path) was made, and the asset does")
        guard asset.creation != AssetCopy.unknownTime else { return }
        let isFromName = asset.creationSource == PICKER_DATE_FILENAME
        guard let named else {
            return try context.expect(
                !isFromName, "the name of \(asset.path) is no date, and its creation time is said to come from it")
        }
        let start = picker_time(named.seconds) * 1000
        let isNamed = (start..<start + picker_time(named.length) * 1000).contains(asset.creation)
        let isOfFile = asset.creation == picker_time(FixtureLibrary.firstDate) * 1000
        try context.expect(
            isNamed || isOfFile && !isFromName,
            "\(asset.path) was made at \(start) ms by its name, if that is taken for UTC; the asset says \(asset.creation)"
        )
    }
}
