internal import BackendAPI
internal import PhotoModel

/// A check of crops of photos that are turned.
extension ImageChecks {
    static let turnedCropChecks = [
        one(
            "turned-crops", "Whether a crop is inside of a turned photo is a matter of its upright size",
            "R14.4 R14.5 R10.1",
            requires: [.format(PhotoFormat.jpeg.rawValue)],
            remedy: "Exchange width and height for orientations of 5 to 8 before you compare the crop with them."
        ) { context throws(CheckStop) in try turnedCrops(context) }
    ]

    private static func turnedCrops(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        for match in try context.matches(library, format: .jpeg) where match.photo.pattern.orientation ?? 1 > 4 {
            let (width, height) = (UInt32(match.photo.width), UInt32(match.photo.height))
            // One of the two is inside of the photo as it is stored, and the other outside of it.
            let inside = [
                picker_rect(x: 0, y: height - 8, width: 8, height: 8),
                picker_rect(x: width - 8, y: 0, width: 8, height: 8),
            ]
            for part in inside {
                let frame = try library.finalFrame(match.asset.identifier, ImageRequest { $0.crop = part })
                try context.expect(
                    frame.size == "8x8",
                    "\(match.photo.path) in \(match.photo.size), a crop from \(part.x),\(part.y) of 8x8 came as \(frame.size)"
                )
            }
            let outside = [
                picker_rect(x: width, y: 0, width: 8, height: 8), picker_rect(x: 0, y: height, width: 8, height: 8),
                picker_rect(x: width - 4, y: 0, width: 8, height: 8),
                picker_rect(x: 0, y: height - 4, width: 8, height: 8),
            ]
            for part in outside {
                let sink = RecordSink.frames()
                let reply = library.image(match.asset.identifier, ImageRequest { $0.crop = part }, sink: sink)
                for frame in sink.records { frame.release() }
                try context.expect(
                    reply.status == PICKER_INVALID_ARGUMENT,
                    "\(match.photo.path) has \(match.photo.size) pixels, upright, and a crop from \(part.x),\(part.y) of 8x8 was "
                        + "answered with \(reply.described)")
            }
        }
    }
}
