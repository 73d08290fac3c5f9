internal import Imaging
package import PhotoModel

extension Asset {
    /// Makes the record of an asset from the facts of its files.
    ///
    /// - Parameter facts: those of the files that exist, in their order, the one that represents the asset first.
    package init(_ files: AssetFiles, _ facts: [MemberFacts], _ identity: LibraryIdentity) {
        let first = facts[0]
        let current = facts.first { $0.role == .edited && $0.format.kind != .video } ?? first
        self.init(
            localIdentifier: identity.asset(at: files.path).text, filename: first.representation.filename,
            path: first.representation.path, contentType: first.representation.contentType, mediaType: files.mediaType)
        mediaSubtypes = Self.subtypes(facts)
        pixelWidth = current.representation.pixelWidth
        pixelHeight = current.representation.pixelHeight
        modificationTime = first.modificationTime
        let dated = facts.first(where: \.saysWhenItWasTaken) ?? first
        creation = .of(dated.metadata, name: first.name, modificationTime: first.modificationTime)
        byteSize = first.representation.byteSize
        availability = .local
        contentTag = ContentTag.token(of: facts.map(\.representation.contentTag), turned: facts.map(\.turned))
        duration = files.mediaType == .video ? first.metadata?.video?.duration : first.animation.map(\.duration) ?? 0
        location = first.metadata?.location ?? dated.metadata?.location
        isFavorite = first.metadata?.rating == Self.favoriteRating || first.isMarkedFavorite
        hasAdjustments =
            facts.contains { $0.role == .edited } || files.sidecars.contains { GroupKey.sidecar($0) == .adjustments }
        representationCount = Self.representations(facts).count
    }

    /// The files of an asset, followed by the video of a motion photo, unless there is a video file beside it.
    static func representations(_ facts: [MemberFacts]) -> [Representation] {
        let files = facts.map(\.representation)
        guard !files.contains(where: { $0.role == .pairedVideo }), let video = facts[0].motionVideo else {
            return files
        }
        return files + [video]
    }

    /// The rating of a favourite.
    package static let favoriteRating = 5

    private static func subtypes(_ facts: [MemberFacts]) -> MediaSubtypes {
        var subtypes: MediaSubtypes = []
        if facts.contains(where: { $0.role == .raw }) { subtypes.insert(.raw) }
        if representations(facts).contains(where: { $0.role == .pairedVideo }) { subtypes.insert(.livePhoto) }
        if facts[0].metadata?.isPanorama == true { subtypes.insert(.panorama) }
        if facts[0].metadata?.isHDR == true { subtypes.insert(.hdr) }
        if facts[0].animation != nil { subtypes.insert(.animated) }
        if facts[0].metadata?.isScreenshot == true { subtypes.insert(.screenshot) }
        if facts[0].metadata?.isHighFrameRate == true { subtypes.insert(.highFrameRate) }
        if facts[0].metadata?.isTimelapse == true { subtypes.insert(.timelapse) }
        if facts[0].metadata?.burstIdentifier != nil || facts[0].burstName != nil { subtypes.insert(.burst) }
        if facts[0].format.kind == .image, ScreenshotName.matches(facts[0].name) { subtypes.insert(.screenshot) }
        return subtypes
    }
}

extension MemberFacts {
    /// Whether it says when the photo was taken, in the file that shows the photo, or in the RAW file beside one that
    /// was exported without metadata.
    fileprivate var saysWhenItWasTaken: Bool {
        [.photo, .raw].contains(role) && metadata?.isDated == true
    }

    fileprivate var burstName: BurstName? { format.kind == .image ? BurstName(name) : nil }

    /// What all photos of its burst in one folder have, and no others; nil if it is of no burst, or nothing says of which.
    ///
    /// Apple's identifiers and names are kept apart by the first byte.
    package var burst: [UInt8]? {
        // Identifiers have 36 letters; a damaged file may have thousands.
        if let identifier = metadata?.burstIdentifier, !identifier.isEmpty {
            return [UInt8(ascii: "i")] + identifier.utf8.prefix(64)
        }
        return burstName?.shared.map { [UInt8(ascii: "n")] + $0 }
    }
}
