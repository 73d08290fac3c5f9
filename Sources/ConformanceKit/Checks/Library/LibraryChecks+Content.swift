internal import BackendAPI
internal import PhotoModel

/// Checks of what photos are, by what is in them.
extension LibraryChecks {
    static let contentChecks = [
        Check(
            "library.subtypes",
            "Photos have no subtype, and no source of their creation time, of which nothing in or beside them says anything",
            "R7.3 R5.13 R16.2",
            remedy:
                "Set a bit of media_subtypes for what the file, its name or the files beside it say, and for nothing that is "
                + "guessed; a time of the file is PICKER_DATE_MODIFICATION."
        ) { context throws(CheckStop) in try subtypesOfPhotos(context) },
        Check(
            "library.other-suffix",
            "A photo whose name has the suffix of another format has the type, the size and the image of what is in it",
            "R7.3 R8.7 R14.13", requires: [.anyKnownFormat],
            remedy: "Look at the first bytes of a file for its type, and not at its name."
        ) { context throws(CheckStop) in try otherSuffixes(context) },
        Check(
            "library.empty-files", "A file of no bytes is no asset", "R9.20",
            remedy: "Pass over files without bytes, whatever they are called; they may be diagnostics."
        ) { context throws(CheckStop) in try emptyFiles(context) },
    ]

    /// What the files of the kit are that are not just photos, by the name that they have in common.
    private static let companions: [(name: String, subtypes: UInt32)] = [
        ("IMG_0001.", PICKER_SUBTYPE_RAW), ("IMG_0002.", PICKER_SUBTYPE_LIVE_PHOTO),
    ]

    private static func subtypesOfPhotos(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        for asset in try library.assets() where asset.mediaType == PICKER_MEDIA_IMAGE {
            let name = asset.path.name.description
            let allowed = companions.first { name.hasPrefix($0.name) }?.subtypes ?? 0
            let strange = subtypeBits.first { asset.subtypes & $0 & ~allowed != 0 } ?? 0
            try context.expect(
                strange == 0,
                "\(asset.path) has the subtype 0x\(String(strange, radix: 16)), and nothing in it or beside it says so")
            // Who has newer headers may name other sources.
            let others = [PICKER_DATE_METADATA, PICKER_DATE_GPS, PICKER_DATE_FILENAME]
            try context.expect(
                asset.creation == AssetCopy.unknownTime || !others.contains(asset.creationSource),
                "\(asset.path) has no date in it or in its name, and its creation time comes from \(asset.creationSource)"
            )
        }
    }

    // MARK: Files without bytes

    private static func emptyFiles(_ context: CheckContext) throws(CheckStop) {
        try context.makeLibrary()
        var names = Set([FixtureWriter.emptyFile])
        for format in PhotoFormat.allCases {
            let path = BytePath("no-bytes.\(format.fileExtension)")
            try Files.write([], to: context.root / path, date: FixtureLibrary.firstDate)
            names.insert(path)
        }
        let library = try context.open()
        let found = try library.assets().first { names.contains($0.path) }
        try context.expect(found == nil, "\(found?.path.description ?? "") has no bytes, and is listed as an asset")
    }

    // MARK: Suffixes

    private static func otherSuffixes(_ context: CheckContext) throws(CheckStop) {
        let formats = try context.info().formats
        let pattern = TestPattern(width: 72, height: 56)
        var files: [BytePath: PhotoFormat] = [:]
        try context.makeLibrary()
        for format in PhotoFormat.allCases where formats.contains(format.rawValue) {
            for other in PhotoFormat.allCases where other != format {
                let path = BytePath("\(format.fileExtension)-called-\(other.fileExtension).\(other.fileExtension)")
                try Files.write(
                    pattern.encoded(as: format), to: context.root / path, date: FixtureLibrary.firstDate)
                files[path] = format
            }
        }
        let library = try context.open()
        for asset in try library.assets() {
            // Who goes by names may leave such files out.
            guard let format = files[asset.path] else { continue }
            try context.expect(
                asset.contentType.description == format.rawValue,
                "\(asset.path) is a file of \(format.rawValue), and has the type \(asset.contentType)")
            try context.expect(
                asset.width == 0 || asset.width == pattern.width && asset.height == pattern.height,
                "\(asset.path) has \(pattern.uprightSize) pixels, the asset says \(asset.width)x\(asset.height)")
            for file in try library.details(asset.identifier).representations where file.path == asset.path {
                try context.expect(
                    file.contentType.description == format.rawValue,
                    "\(asset.path) is a file of \(format.rawValue), and has the type \(file.contentType) in its details"
                )
            }
            let frame = try library.finalFrame(asset.identifier)
            try context.expect(
                frame.shows(pattern.uprightColors, tolerance: format.tolerance),
                "\(asset.path): quarters are \(frame.quarters), not \(pattern.uprightColors)")
        }
    }
}
