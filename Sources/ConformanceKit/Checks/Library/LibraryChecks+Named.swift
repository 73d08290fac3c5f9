internal import BackendAPI
internal import PhotoModel
internal import Platform

/// Checks of what records may say at all, and of what they say of photos of which nothing is known.
extension LibraryChecks {
    static let namedChecks = [
        Check(
            "library.named-values",
            "Numbers, kinds and flags of records are such as there can be, and say nothing that is not so",
            "R5.8 R5.13 R16.2 R7.3",
            remedy:
                "Begin each record with zeros, set a flag where there is the value, and take constants from the headers."
        ) { context throws(CheckStop) in try namedValues(context) }
    ]

    private static func namedValues(_ context: CheckContext) throws(CheckStop) {
        guard try !context.isNewer() else {
            throw .notApplicable("it was built with newer headers, which name more values")
        }
        let library = try context.open()
        for asset in try library.assets() where !context.isHalfOver {
            try context.expect(fault(of: asset) == nil, "\(asset.path): \(fault(of: asset) ?? "")")
            let details = try library.details(asset.identifier)
            let found = fault(of: details) ?? details.representations.lazy.compactMap { fault(of: $0) }.first
            try context.expect(found == nil, "in the details of \(asset.path), \(found ?? "")")
        }
        let collections = try library.allCollections()
        let canAdd = try context.info().capabilities.contains(.write)
        for collection in collections {
            let found = fault(of: collection, canAdd: canAdd)
            try context.expect(found == nil, "\(collection.title): \(found ?? "")")
        }
        let rolls = collections.count { $0.subtype == PICKER_COLLECTION_CAMERA_ROLL }
        try context.expect(rolls < 2, "there are \(rolls) camera rolls")
        guard context.order.fixtureCommand == nil else { return }
        for match in try matchesOfDeclaredFormats(context, library) {
            // In a JPEG there would be room for a location: it is looked for there.
            let said = plain.first { flag, _ in
                match.asset.flags & flag != 0 && (flag != PICKER_ASSET_HAS_LOCATION || match.photo.format == .jpeg)
            }
            try context.expect(
                said == nil, "nothing says that \(match.photo.path) has \(said?.name ?? ""), the asset does")
        }
    }

    /// What nothing in or beside the photos of the kit says of them.
    private static let plain: [(flag: UInt32, name: String)] = [
        (PICKER_ASSET_FAVORITE, "been chosen as a favourite"), (PICKER_ASSET_HIDDEN, "been hidden"),
        (PICKER_ASSET_HAS_LOCATION, "a location"), (PICKER_ASSET_HAS_CREATION_OFFSET, "a distance from UTC"),
        (PICKER_ASSET_HAS_ADJUSTMENTS, "an edited version"),
    ]

    /// The kit's photos, if the backend declares a format that some of them have.
    static func matchesOfDeclaredFormats(
        _ context: CheckContext, _ library: Library
    ) throws(CheckStop) -> [CheckContext.Match] {
        let formats = try context.info().formats
        return formats.contains(where: PhotoFormat.identifiers.contains) ? try context.matches(library) : []
    }

    // MARK: Records

    /// All that there are.
    static let subtypeBits = [
        PICKER_SUBTYPE_RAW, PICKER_SUBTYPE_LIVE_PHOTO, PICKER_SUBTYPE_SCREENSHOT, PICKER_SUBTYPE_PANORAMA,
        PICKER_SUBTYPE_HDR, PICKER_SUBTYPE_DEPTH, PICKER_SUBTYPE_BURST, PICKER_SUBTYPE_ANIMATED,
        PICKER_SUBTYPE_STACKED, PICKER_SUBTYPE_STREAMED, PICKER_SUBTYPE_HIGH_FRAME_RATE, PICKER_SUBTYPE_TIMELAPSE,
    ]
    /// Those that a backend with these capabilities takes in queries.
    static func subtypeBits(served: BackendCapabilities) -> [UInt32] {
        subtypeBits.filter { $0 != PICKER_SUBTYPE_STACKED || served.contains(.stacks) }
    }
    private static let subtypes = subtypeBits.reduce(0, |)

    private static func fault(of asset: AssetCopy) -> String? {
        if asset.mediaType > PICKER_MEDIA_AUDIO { return "its media type is \(asset.mediaType)" }
        if asset.subtypes & ~subtypes != 0 { return "it has subtypes without a name: \(asset.subtypes)" }
        if asset.creation != AssetCopy.unknownTime, asset.creationSource > PICKER_DATE_MODIFICATION {
            return "its creation time comes from \(asset.creationSource)"
        }
        if asset.availability > PICKER_AVAILABILITY_OFFLINE { return "its availability is \(asset.availability)" }
        if (asset.width == 0) != (asset.height == 0) { return "it has \(asset.width)x\(asset.height) pixels" }
        if let offset = asset.creationOffset, abs(offset) > 18 * 60 { return "it is \(offset) minutes from UTC" }
        let isTimed = asset.flags & PICKER_ASSET_HAS_DURATION != 0
        let isMoving = asset.mediaType != PICKER_MEDIA_IMAGE || asset.subtypes & PICKER_SUBTYPE_ANIMATED != 0
        // 0 seconds of a photo say no more than nothing does.
        if isTimed, !asset.duration.isFinite || asset.duration < 0 || (!isMoving && asset.duration > 0) {
            return "its duration is \(asset.duration)"
        }
        guard asset.hasLocation else { return nil }
        let isOnEarth = abs(asset.latitude) <= 90 && abs(asset.longitude) <= 180
        return isOnEarth ? nil : "it was made at \(asset.latitude), \(asset.longitude)"
    }

    private static func fault(of details: DetailsCopy) -> String? {
        if details.flags != 0 { return "flags are \(details.flags), and none is defined" }
        if details.cameraFlags & ~(PICKER_CAMERA_HAS_ALTITUDE | PICKER_CAMERA_HAS_RATING) != 0 {
            return "the camera has flags without a name: \(details.cameraFlags)"
        }
        if let rating = details.rating, rating > 5 { return "the rating is \(rating)" }
        let isOdd = !details.cameraNumbers.allSatisfy(\.isFinite) || details.cameraNumbers.prefix(3).contains { $0 < 0 }
        return isOdd ? "the camera has numbers that cannot be: \(details.cameraNumbers)" : nil
    }

    private static func fault(of file: RepresentationCopy) -> String? {
        if file.flags != 0 { return "flags of a file are \(file.flags), and none is defined" }
        if file.availability > PICKER_AVAILABILITY_OFFLINE {
            return "the availability of a file is \(file.availability)"
        }
        return (file.width == 0) != (file.height == 0) ? "a file has \(file.width)x\(file.height) pixels" : nil
    }

    private static func fault(of collection: CollectionCopy, canAdd: Bool) -> String? {
        let types = PICKER_COLLECTION_SMART_ALBUM...PICKER_COLLECTION_MOMENT
        if !types.contains(collection.type) { return "its type is \(collection.type)" }
        if collection.subtype > PICKER_COLLECTION_HIDDEN { return "its subtype is \(collection.subtype)" }
        if !canAdd, collection.flags & PICKER_COLLECTION_EDITABLE != 0 {
            return "assets can be added to it, it says, and the backend does not declare write"
        }
        guard let start = collection.start, let end = collection.end, start > end else { return nil }
        return "it ends before it starts"
    }

    // MARK: Authorization

    static func authorization(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        let (reply, status) = library.authorization()
        try reply.ok()
        try context.expect(status <= PICKER_AUTHORIZATION_LIMITED, "it answered \(status)")
        // An account of a server may see a part of it.
        let isLimited = status == PICKER_AUTHORIZATION_LIMITED && context.order.fixtureCommand != nil
        try context.expect(
            isLimited || status == PICKER_AUTHORIZATION_AUTHORIZED, "a readable folder is answered with \(status)")
        let isFolder = context.order.fixtureCommand == nil && !library.info().info.isRemote
        // What this process may not do, a worker may.
        let isEmpty = try library.assets().isEmpty
        guard isFolder, !context.order.isIsolated, !isEmpty,
            (try? ProcessRestriction.respectPermissions()) != nil
        else { return }
        // It is asked again with each call.
        try Files.setPermissions(0, of: context.root)
        let denied = library.authorization()
        try Files.setPermissions(0o755, of: context.root)
        try context.expect(
            denied.reply.status != PICKER_OK || denied.status != PICKER_AUTHORIZATION_AUTHORIZED,
            "a folder that may not be read any more is answered with \(denied.status)")
        let again = library.authorization()
        try again.reply.ok()
        try context.expect(
            again.status == PICKER_AUTHORIZATION_AUTHORIZED,
            "a folder that may be read again is answered with \(again.status)")
    }
}
