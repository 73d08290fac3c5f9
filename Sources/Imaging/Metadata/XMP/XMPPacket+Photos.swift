extension XMPPacket {
    /// Adds camera and exposure where EXIF has none: some of Photoshop's exports have them only in XMP.
    func addCamera(to metadata: inout ImageMetadata) {
        if metadata.make == nil, metadata.model == nil { (metadata.make, metadata.model) = (text(.make), text(.model)) }
        metadata.exposureTime = metadata.exposureTime ?? positive(.exposureTime)
        metadata.fNumber = metadata.fNumber ?? positive(.fNumber)
        metadata.focalLength = metadata.focalLength ?? positive(.focalLength)
        let speed = positive(.sensitivity) ?? positive(.isoSpeedRatings)
        metadata.isoSpeed = metadata.isoSpeed ?? speed.flatMap { Int(exactly: $0.rounded()) }
    }

    private func positive(_ name: XMLName) -> Double? { number(name).flatMap { $0 > 0 ? $0 : nil } }

    /// Whether the image should be shown in a viewer for panoramas: it has a projection (Photo Sphere XMP), and no property
    /// says that it should be shown flat.
    var isPanorama: Bool {
        text(.projectionType) != nil && text(.usePanoramaViewer)?.lowercased() != "false"
    }

    /// Whether there is a gain map after the image (Ultra HDR image format 1.0).
    var hasGainMap: Bool { text(.gainMapVersion) != nil }

    /// Where the video of a motion photo may be, according to Motion Photo format 1.0 and to its predecessor, MicroVideo.
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

    /// The video in the container directory. Its items follow each other, and the last one ends where the file ends.
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

    /// A property in microseconds; nil if it is absent or -1, which means none.
    private func timestamp(_ local: String) -> Int? { number(text(.camera(local))) }

    private func number(_ text: String?) -> Int? {
        guard let value = text.flatMap({ Int($0) }), value >= 0 else { return nil }
        return value
    }
}
