internal import BackendAPI
internal import PhotoModel

/// A check of what a camera wrote into photos.
extension LibraryChecks {
    static let cameraChecks = [
        Check(
            "library.camera",
            "Exposure, aperture, speed, focal length, names, place and altitude are those of a photo's EXIF, or not told",
            "R7.3 R5.13", requires: [.format(PhotoFormat.jpeg.rawValue)],
            remedy:
                "A fraction is its first number by its second one; south, west and below the sea, which have fields of "
                + "their own, are less than 0."
        ) { context throws(CheckStop) in try camera(context) }
    ]

    private static let cameras = [
        CameraFacts(
            make: "Kit Works", model: "Model One", lens: "Old Glass 35mm", software: "Firmware 1.0", exposure: (1, 250),
            aperture: 28, speed: 400, focalLength: 35, place: (-121_517, -253_830), altitude: -125),
        CameraFacts(
            make: "Kit Works", model: "Model Two", lens: "New Glass 200mm", software: "Firmware 2.5", exposure: (5, 2),
            aperture: 110, speed: 64, focalLength: 200, place: (189_042, 47_705), altitude: 8125),
    ]

    private static func camera(_ context: CheckContext) throws(CheckStop) {
        try context.makeLibrary()
        let photo = try TestPattern(width: 64, height: 48).encoded(as: .jpeg)
        func path(_ number: Int) -> BytePath { BytePath("camera-\(number).jpg") }
        for (number, camera) in cameras.enumerated() {
            try Files.write(
                EXIFBlock(camera: camera, isBigEndian: number == 1).inserted(into: photo),
                to: context.root / path(number), date: FixtureLibrary.firstDate)
        }
        let library = try context.open()
        let assets = try library.assets()
        for (number, camera) in cameras.enumerated() {
            guard let asset = assets.first(where: { $0.path == path(number) }) else {
                throw .failed("\(path(number)) is not listed")
            }
            let found = difference(asset, try library.details(asset.identifier), from: camera)
            try context.expect(found == nil, "\(asset.path): \(found ?? "")")
        }
    }

    /// What is told in another way than it was written; nil: nothing. What is not told may be what is not read.
    private static func difference(_ asset: AssetCopy, _ details: DetailsCopy, from camera: CameraFacts) -> String? {
        let place = (Double(camera.place.latitude) / 3600, Double(camera.place.longitude) / 3600)
        let isThere = abs(asset.latitude - place.0) < 0.001 && abs(asset.longitude - place.1) < 0.001
        if asset.hasLocation, !isThere {
            return "it was made at \(place.0), \(place.1), the asset says \(asset.latitude), \(asset.longitude)"
        }
        guard details.cameraNumbers.count == 4 else { return nil }
        let written = [
            Double(camera.exposure.0) / Double(camera.exposure.1), Double(camera.aperture) / 10,
            Double(camera.focalLength),
        ]
        let names = ["exposure", "aperture", "focal length"]
        for (name, (told, value)) in zip(names, zip(details.cameraNumbers, written))
        where told != 0 && abs(told - value) > value / 1000 {
            return "its \(name) is \(value), and told as \(told)"
        }
        let (altitude, told) = (Double(camera.altitude) / 10, details.cameraNumbers[3])
        if details.cameraFlags & PICKER_CAMERA_HAS_ALTITUDE != 0, abs(told - altitude) > 0.1 {
            return "it was made at \(altitude) m above the sea, and told as made at \(told)"
        }
        if details.isoSpeed != 0, details.isoSpeed != UInt32(camera.speed) {
            return "its speed is ISO \(camera.speed), and told as \(details.isoSpeed)"
        }
        return strangeName(details, of: camera)
    }

    private static func strangeName(_ details: DetailsCopy, of camera: CameraFacts) -> String? {
        let written = [
            ("make", camera.make), ("model", camera.model), ("lens", camera.lens), ("software", camera.software),
        ]
        for ((name, text), told) in zip(written, details.cameraTexts) where told.bytes?.isEmpty == false {
            // The make may come before the model.
            if !told.description.hasSuffix(text) { return "its \(name) is \"\(text)\", and told as \"\(told)\"" }
        }
        return nil
    }
}
