internal import PhotoModel

extension ImageMetadata {
    /// Adds what the XMP of a video says: texts and ratings, which people write there, and whatever else is not known yet.
    package mutating func addXMP(ofVideo file: ImageFile) {
        guard let packet = XMPPacket(ofVideo: file) else { return }
        title = packet.title ?? title
        imageDescription = packet.caption ?? imageDescription
        if !packet.keywords.isEmpty { keywords = packet.keywords }
        isRejected = packet.isRejected
        rating = packet.rating
        packet.addCamera(to: &self)
        if location == nil, let place = packet.location { (location, altitude) = (place, packet.altitude) }
        dateTimeOriginal = dateTimeOriginal ?? packet.dateTimeOriginal
    }
}

extension XMPPacket {
    /// The packet of an ISO media or QuickTime file: in Adobe's box, or in QuickTime's user data (XMP specification, part 3). Nil
    /// if there is none.
    fileprivate init?(ofVideo file: ImageFile) {
        guard [.mp4, .mov, .m4v].contains(file.format) else { return nil }
        var reader = ISOFileReader(file.window)
        let userData = reader.first(path: "moov", "udta", "XMP_")?.content
        guard let part = userData ?? reader.first(identifier: MetadataBoxes.xmp, in: 0..<file.source.byteCount),
            part.count <= XMLDocument.byteLimit, let bytes = try? reader.view(part).bytes
        else { return nil }
        self.init(bytes)
    }
}
