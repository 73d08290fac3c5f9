import Foundation
import PhotoFixtures
import PhotoModel
import PickerHost
import Testing

@Suite("Sidecars, whatever the backend")
struct SidecarContractTests {
    private static let packet = """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"
        xmlns:exif="http://ns.adobe.com/exif/1.0/" xmp:Rating="5" exif:DateTimeOriginal="2019-08-07T06:05:04+02:00"
        exif:GPSLatitude="48,30N" exif:GPSLongitude="2,15W">
        <dc:title><rdf:Alt><rdf:li xml:lang="x-default">Sea</rdf:li></rdf:Alt></dc:title>
        <dc:description><rdf:Alt><rdf:li xml:lang="x-default">Waves</rdf:li></rdf:Alt></dc:description>
        <dc:subject><rdf:Bag><rdf:li>sun</rdf:li></rdf:Bag></dc:subject></rdf:Description></rdf:RDF></x:xmpmeta>
        """
    private static let takeout = """
        {"title": "b.jpg", "description": "Dunes", "photoTakenTime": {"timestamp": "1565150704"}, "favorited": true,
         "geoData": {"latitude": 1.5, "longitude": -2.5, "altitude": 3.0}}
        """

    @Test("give date, place, favourite and words in lists and in details", arguments: BackendUnderTest.all)
    func facts(backend: BackendUnderTest) async throws {
        let folder = try FixtureFolder()
        for name in ["a.jpg", "b.jpg", "c.jpg", "2020-01-02 03.04.05.jpg"] { try folder.writePhoto(name) }
        try folder.write("a.xmp", Array(Self.packet.utf8))
        try folder.write("b.jpg.supplemental-metadata.json", Array(Self.takeout.utf8))
        try folder.write("c.AAE", Array("<plist/>".utf8))
        for name in ["2020-01-02 03.04.05.xmp", "2020-01-02 03.04.05.jpg.json"] {
            try folder.write(name, [0xFF, 0x7B])
        }
        let library = try await backend.open(folder.path)
        defer { library.close() }
        let listed = try await library.fetch().window(offset: 0, length: .max)
        #expect(listed.count == 4)
        let assets = Dictionary(uniqueKeysWithValues: listed.map { ($0.filename, $0) })
        let xmp = try #require(assets["a.jpg"])
        let date = CreationDate(time: Timestamp(milliseconds: 1_565_150_704_000), offsetMinutes: 120, source: .metadata)
        #expect(xmp.creation == date && xmp.isFavorite && !xmp.hasAdjustments)
        #expect(xmp.location == Location(latitude: 48.5, longitude: -2.25))
        let json = try #require(assets["b.jpg"])
        #expect(json.creation?.time == date.time && json.isFavorite)
        #expect(json.location == Location(latitude: 1.5, longitude: -2.5))
        #expect(assets["c.jpg"]?.hasAdjustments == true)
        #expect(assets["2020-01-02 03.04.05.jpg"]?.creation?.source == .filename)
        let details = try await library.details(of: xmp.localIdentifier)
        #expect(details.asset == xmp && details.representations.count == 1)
        let camera = try #require(details.camera)
        #expect(camera.title == "Sea" && camera.caption == "Waves" && camera.keywords == ["sun"] && camera.rating == 5)
        let others = try await library.details(of: json.localIdentifier)
        #expect(others.asset == json && others.camera?.caption == "Dunes" && others.camera?.altitude == 3)
    }

    @Test("that change or come are read again", arguments: BackendUnderTest.all)
    func changes(backend: BackendUnderTest) async throws {
        let folder = try FixtureFolder()
        for name in ["a.jpg", "b.jpg"] { try folder.writePhoto(name) }
        try folder.write("a.jpg.json", Array(#"{"favorited": false}"#.utf8))
        #expect(try await favorites(backend, folder) == [])
        try folder.write("a.jpg.json", Array(#"{"favorited": true}"#.utf8))
        try folder.write("b.xmp", Array(Self.packet.utf8))
        #expect(try await favorites(backend, folder) == ["a.jpg", "b.jpg"])
    }

    /// - Parameter orientation: how the image is stored, as EXIF numbers it.
    private static func packet(orientation: Int) -> [UInt8] {
        Array(
            """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description xmlns:tiff="http://ns.adobe.com/tiff/1.0/" tiff:Orientation="\(orientation)"/></rdf:RDF>
            </x:xmpmeta>
            """.utf8)
    }

    @Test("turn images and RAW files, in lists, in details and in every frame", arguments: BackendUnderTest.all)
    func orientation(backend: BackendUnderTest) async throws {
        let folder = try FixtureFolder()
        try folder.write("a.jpg", SamplePhoto.jpeg(640, 480, orientation: 3))
        try folder.write("b.dng", SampleRAW.dng.file(orientation: 8))
        for name in ["a.jpg.xmp", "b.xmp"] { try folder.write(name, Self.packet(orientation: 6)) }
        let library = try await backend.open(folder.path)
        defer { library.close() }
        for (name, width, height) in [("a.jpg", 480, 640), ("b.dng", SampleRAW.height, SampleRAW.width)] {
            let asset = try await library.asset(name)
            #expect(asset.pixelWidth == width && asset.pixelHeight == height, "\(name)")
            let details = try await library.details(of: asset.localIdentifier)
            #expect(details.asset == asset && details.representations[0].pixelWidth == width)
            var options = ImageOptions(targetSize: PixelSize(width: 120, height: 160))
            for try await frame in library.requestImage(for: asset.localIdentifier, options: options) {
                #expect(try frame.pixels.shows([2, 0, 3, 1]), "\(name)")
                #expect(frame.pixels.size.width < frame.pixels.size.height)
            }
            // The upper half of the upright image is the left half of the stored one.
            options = ImageOptions(
                targetSize: nil, crop: PixelRect(x: 0, y: 0, width: width, height: height / 2))
            let part = try await library.requestImage(for: asset.localIdentifier, options: options).finalImage().pixels
            let colors = try part.quarterColors()
            let wanted = [2, 0, 2, 0].flatMap { SamplePhoto.colors[$0] }
            #expect(zip(colors.joined(), wanted).allSatisfy { abs($0 - Double($1)) < 8 }, "\(name): \(colors)")
        }
    }

    @Test("that turn an image another way make another version of it", arguments: BackendUnderTest.all)
    func turns(backend: BackendUnderTest) async throws {
        let folder = try FixtureFolder()
        try folder.write("a.jpg", SamplePhoto.jpeg(640, 480))
        var tags: Set<UInt64> = []
        for orientation in [1, 6, 3] {
            // In the place of the one before: of a folder into whose files is written, opening compares nothing once they are settled.
            try Data(Self.packet(orientation: orientation)).write(
                to: URL(fileURLWithPath: folder.path("a.xmp")), options: .atomic)
            let library = try await backend.open(folder.path)
            defer { library.close() }
            let asset = try await library.asset("a.jpg")
            #expect(asset.pixelWidth == (orientation == 6 ? 480 : 640))
            tags.insert(asset.contentTag)
        }
        #expect(tags.count == 3)
    }

    private func favorites(_ backend: BackendUnderTest, _ folder: FixtureFolder) async throws -> [String] {
        let library = try await backend.open(folder.path)
        defer { library.close() }
        return try await library.fetch().window(offset: 0, length: .max).filter(\.isFavorite).map(\.filename).sorted()
    }
}
