extension XMPPacket {
    /// Adds what the camera wrote, where EXIF says nothing of it: Photoshop's exports have copies of EXIF in XMP alone.
    func addCamera(to metadata: inout ImageMetadata) {
        if metadata.make == nil, metadata.model == nil { (metadata.make, metadata.model) = (text(.make), text(.model)) }
        metadata.exposureTime = metadata.exposureTime ?? positive(.exposureTime)
        metadata.fNumber = metadata.fNumber ?? positive(.fNumber)
        metadata.focalLength = metadata.focalLength ?? positive(.focalLength)
        let speed = positive(.sensitivity) ?? positive(.isoSpeedRatings)
        metadata.isoSpeed = metadata.isoSpeed ?? speed.flatMap { Int(exactly: $0.rounded()) }
    }

    private func positive(_ name: XMLName) -> Double? { number(name).flatMap { $0 > 0 ? $0 : nil } }

    /// Whether the image wants a viewer for panoramas: it has a projection (Photo Sphere XMP), and no property says that it
    /// is to be shown flat.
    var isPanorama: Bool {
        text(.projectionType) != nil && text(.usePanoramaViewer)?.lowercased() != "false"
    }

    /// Whether there is a gain map after the image (Ultra HDR image format 1.0).
    var hasGainMap: Bool { text(.gainMapVersion) != nil }

    /// Where the video of a motion photo may be: as Motion Photo format 1.0 says, and as its predecessor did.
    var motionPhotos: [MotionPhoto] {
        let photo = text(.camera("MotionPhoto")) == "1" ? motionPhotoOfContainer : nil
        return [photo, motionPhotoOfOffset].compactMap(\.self)
    }

    private var motionPhotoOfOffset: MotionPhoto? {
        guard text(.camera("MicroVideo")) == "1", let offset = number(text(.camera("MicroVideoOffset"))), offset > 0
        else { return nil }
        return MotionPhoto(
            offsetFromEnd: offset, byteCount: offset,
            presentationTimestamp: timestamp("MicroVideoPresentationTimestampUs"))
    }

    /// The items of the directory follow each other, the last one at the end of the file.
    private var motionPhotoOfContainer: MotionPhoto? {
        let items = node.nodes(.containerDirectory).map { $0.node(.containerItem) ?? $0 }
        guard let index = items.lastIndex(where: { $0.text(.item("Semantic")) == "MotionPhoto" }), index > 0,
            let byteCount = number(items[index].text(.item("Length"))), byteCount > 0
        else { return nil }
        var offset = 0
        for item in items[index...] {
            let parts = [item.text(.item("Length")), item.text(.item("Padding"))].map { number($0) ?? 0 }
            for part in parts {
                let (sum, overflow) = offset.addingReportingOverflow(part)
                guard !overflow else { return nil }
                offset = sum
            }
        }
        return MotionPhoto(
            offsetFromEnd: offset, byteCount: byteCount,
            presentationTimestamp: timestamp("MotionPhotoPresentationTimestampUs"))
    }

    /// Microseconds; -1 stands for none.
    private func timestamp(_ local: String) -> Int? { number(text(.camera(local))) }

    private func number(_ text: String?) -> Int? {
        guard let value = text.flatMap({ Int($0) }), value >= 0 else { return nil }
        return value
    }
}
