internal import BackendAPI
internal import PhotoModel

/// Versions of a photo that was edited.
extension ImageChecks {
    private static let original = TestPattern(width: 64, height: 48)
    private static let retouched = TestPattern(width: 48, height: 72, colors: TestPattern.colors.reversed())
    /// As phones name both: a backend may make one asset of them, or two.
    private static let pair: [BytePath: TestPattern] = [
        "Pairs/IMG_0007.JPG": original, "Pairs/IMG_E0007.JPG": retouched,
    ]

    /// Each version of a photo of which there is an edited one: what it shows, and how large records say that it is.
    static func edited(_ context: CheckContext) throws(CheckStop) {
        let knowsJPEG = try context.info().formats.contains(PhotoFormat.jpeg.rawValue)
        guard knowsJPEG, context.order.fixtureCommand == nil else { return }
        try context.makeLibrary()
        for (path, pattern) in pair {
            try Files.write(pattern.encoded(as: .jpeg), to: context.root / path, date: FixtureLibrary.firstDate)
        }
        let library = try context.open()
        for asset in try library.assets() where pair[asset.path] != nil {
            let files = try library.details(asset.identifier).representations
            try sizes(context, asset, files)
            for version in [PICKER_VERSION_CURRENT, PICKER_VERSION_UNADJUSTED, PICKER_VERSION_ORIGINAL] {
                guard let pattern = shown(version, files) else { continue }
                try shows(context, library, asset, version, pattern)
            }
        }
    }

    /// What a version must show; nil: the roles of the files do not say it.
    private static func shown(_ version: UInt32, _ files: [RepresentationCopy]) -> TestPattern? {
        func pattern(_ role: UInt32) -> TestPattern? { files.first { $0.role == role }.flatMap { pair[$0.path] } }
        let photo = pattern(PICKER_ROLE_PHOTO)
        return version == PICKER_VERSION_CURRENT ? pattern(PICKER_ROLE_EDITED) ?? photo : photo
    }

    private static func shows(
        _ context: CheckContext, _ library: Library, _ asset: AssetCopy, _ version: UInt32, _ pattern: TestPattern
    ) throws(CheckStop) {
        let name = ["current", "unadjusted", "original"][Int(version)]
        for side in [0, 32] {
            let ask = ImageRequest(side, side) { $0.version = version }
            let frame = try library.finalFrame(asset.identifier, ask)
            let size = pattern.uprightSize
            let isSized = side != 0 || frame.size == "\(size.width)x\(size.height)"
            try context.expect(
                isSized && frame.shows(pattern.uprightColors, tolerance: PhotoFormat.jpeg.tolerance),
                "the \(name) version of \(asset.path) in \(ask.sizeText) is \(frame.size) and has the quarters "
                    + "\(frame.quarters); that file has \(size.width)x\(size.height) and \(pattern.uprightColors)")
        }
        try crops(context, library, asset, version, pattern)
    }

    /// A part of the last quarter, which is outside of the other version.
    private static func crops(
        _ context: CheckContext, _ library: Library, _ asset: AssetCopy, _ version: UInt32, _ pattern: TestPattern
    ) throws(CheckStop) {
        let (width, height) = (UInt32(pattern.uprightSize.width), UInt32(pattern.uprightSize.height))
        // Not near the middle, where colours reach into each other.
        let part = picker_rect(x: width / 2 + 8, y: height / 2 + 10, width: width / 2 - 12, height: height / 2 - 12)
        let frame = try library.finalFrame(
            asset.identifier,
            ImageRequest {
                $0.version = version
                $0.crop = part
            })
        let colors = [[Int]](repeating: pattern.uprightColors[3], count: 4)
        try context.expect(
            frame.size == "\(part.width)x\(part.height)"
                && frame.shows(colors, tolerance: PhotoFormat.jpeg.tolerance),
            "of version \(version) of \(asset.path), which has \(pattern.uprightSize) pixels, \(part.width)x\(part.height) from "
                + "\(part.x),\(part.y) on came as \(frame.size) with the quarters \(frame.quarters), not \(colors[0])")
    }

    /// Pixel sizes of an asset are those of its current version, those of a file its own.
    private static func sizes(
        _ context: CheckContext, _ asset: AssetCopy, _ files: [RepresentationCopy]
    ) throws(CheckStop) {
        let isEdited = [PICKER_ROLE_PHOTO, PICKER_ROLE_EDITED].allSatisfy { role in
            files.contains { $0.role == role }
        }
        try context.expect(
            !isEdited || asset.flags & PICKER_ASSET_HAS_ADJUSTMENTS != 0,
            "\(asset.path) has an edited version, and not the flag that says so")
        if asset.width != 0, let size = shown(PICKER_VERSION_CURRENT, files)?.uprightSize {
            try context.expect(
                asset.width == size.width && asset.height == size.height,
                "\(asset.path) says that it has \(asset.width)x\(asset.height) pixels, and its current version has "
                    + "\(size.width)x\(size.height)")
        }
        for file in files where file.width != 0 {
            guard let size = pair[file.path]?.uprightSize else { continue }
            try context.expect(
                file.width == size.width && file.height == size.height,
                "\(file.path) has \(size.width)x\(size.height) pixels, details say \(file.width)x\(file.height)")
        }
    }
}
