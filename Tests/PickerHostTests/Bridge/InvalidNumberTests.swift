import ABIMemory
import BackendAPI
import PhotoModel
import Testing

@testable import PickerHost

@Suite("A number that cannot be, from a backend") struct InvalidNumberTests {
    /// One asset with each number that cannot be, among sound ones.
    private static func assets() -> [Asset] {
        var assets: [Asset] = []
        func add(_ change: (inout Asset) -> Void) {
            var asset = sampleAsset("a\(assets.count)")
            (asset.duration, asset.location) = (2.5, Location(latitude: 1, longitude: 2))
            change(&asset)
            assets.append(asset)
        }
        add { _ in }
        for value in [Double.nan, .infinity, -.infinity, 91, -90.001] {
            add { $0.location = Location(latitude: value, longitude: 2) }
        }
        for value in [Double.nan, .infinity, -.infinity, 180.5] {
            add { $0.location = Location(latitude: 1, longitude: value) }
        }
        for value in [Double.nan, .infinity, 1e300] { add { $0.duration = value } }
        for value in [Int.max, Int(UInt32.max)] { add { ($0.pixelWidth, $0.pixelHeight) = (value, value) } }
        for value in [Int64.max, Int64.min + 1] {
            add { asset in
                asset.creation = CreationDate(time: Timestamp(milliseconds: value), source: .metadata)
                asset.modificationTime = Timestamp(milliseconds: value)
            }
        }
        add { $0.creation = CreationDate(time: Timestamp(milliseconds: 0), offsetMinutes: 1 << 30, source: .metadata) }
        return assets
    }

    @Test("A number that cannot be, from a backend, counts as unknown, and costs the window nothing else")
    func window() async throws {
        let given = Self.assets()
        let script = try LibraryScript { $0.assets = given }
        let library = try await script.open()
        defer { library.close() }
        let assets = try await library.fetch(.all).window(offset: 0, length: 200)
        #expect(assets.map(\.localIdentifier) == given.map(\.localIdentifier))
        #expect(assets[0].location == Location(latitude: 1, longitude: 2) && assets[0].duration == 2.5)
        for asset in assets[1...9] { #expect(asset.location == nil && asset.duration == 2.5, "\(asset)") }
        for asset in assets[10...12] { #expect(asset.location != nil && asset.duration == nil, "\(asset)") }
        for asset in assets[13...14] { #expect((asset.pixelWidth, asset.pixelHeight) == (0, 0), "\(asset)") }
        for asset in assets[15...16] {
            #expect(asset.creation == nil && asset.modificationTime == nil, "\(asset)")
        }
        #expect(assets[17].creation?.time == Timestamp(milliseconds: 0) && assets[17].creation?.offsetMinutes == nil)
        // What the page is sent.
        for asset in assets { #expect(throws: Never.self) { try JSONText().bytes(AssetDocument(asset)) } }
    }

    @Test("A list of a record with more elements than any has is not read")
    func lists() throws {
        let numbers = InvalidNumbers(backend: "x")
        let arena = RecordArena()
        defer { withExtendedLifetime(arena) {} }
        var change = picker_change()
        (change.kind, change.subject) = (UInt32(PICKER_CHANGE_UPDATED), UInt32(PICKER_SUBJECT_ASSETS))
        change.identifiers = arena.array([arena.string("a")])
        change.identifier_count = 1
        #expect(LibraryChange(change).identifiers == ["a"])
        for count in [UInt64.max, 1 << 40] {
            change.identifier_count = count
            #expect(LibraryChange(change).kind == .reload)
        }
        var asset = picker_asset()
        asset.struct_size = structSize(of: picker_asset.self)
        var file = picker_representation()
        file.struct_size = structSize(of: picker_representation.self)
        var details = picker_asset_details()
        details.asset = arena.array([asset])
        details.representations = arena.array([arena.array([file])])
        details.representation_count = 1
        #expect(try AssetDetails(details, numbers)?.representations.count == 1)
        details.representation_count = .max
        #expect(try AssetDetails(details, numbers)?.representations.isEmpty == true)
    }

    @Test("A frame of a size that no image has is none")
    func frames() {
        let arena = RecordArena()
        defer { withExtendedLifetime(arena) {} }
        var frame = picker_frame()
        frame.format = UInt32(PICKER_FORMAT_GRAY8)
        (frame.width, frame.height) = (2, 2)
        frame.plane.0 = arena.array([UInt8](repeating: 0, count: 4))
        frame.stride.0 = 2
        #expect(OwnedFrame(frame).pixels() != nil)
        frame.stride.0 = .max / 2
        #expect(OwnedFrame(frame).pixels() == nil)
        (frame.width, frame.height) = (.max, .max)
        #expect(OwnedFrame(frame).pixels() == nil)
        frame.format = UInt32(PICKER_FORMAT_IMAGE_FILE)
        #expect(OwnedFrame(frame).file() == nil)
    }

    @Test("A time of exposure, a frame rate and a duration of a video are unknown where none has them")
    func video() {
        let numbers = InvalidNumbers(backend: "x")
        for value in [Double.nan, .infinity, 1e300] {
            #expect(numbers.frameRate(value) == nil && numbers.duration(value) == nil)
        }
        #expect(numbers.positive(1e-300, "an exposure time") == nil)
        #expect(numbers.positive(1e-6, "an exposure time") == 1e-6 && numbers.frameRate(29.97) == 29.97)
    }

    @Test("An image inside a file has no size where none can be, and is passed over where its kind is not known")
    func items() {
        let numbers = InvalidNumbers(backend: "x")
        var item = picker_heif_item()
        (item.kind, item.item_id) = (UInt32(PICKER_HEIF_SEQUENCE_FRAME), 7)
        (item.pixel_width, item.pixel_height) = (1 << 24, (1 << 24) + 1)
        #expect(
            ImageItem(item, numbers)
                == ImageItem(kind: .sequenceFrame, id: 7, pixelWidth: 1 << 24, pixelHeight: 0, auxiliaryType: nil))
        item.kind = UInt32(PICKER_HEIF_SEQUENCE_FRAME) + 1
        #expect(ImageItem(item, numbers) == nil)
    }

    @Test("A count that no album can have is unknown, and costs the list of albums nothing else")
    func albums() async throws {
        let most = 1 << 40
        let counts: [Int?] = [nil, 0, most, most + 1, Int.max]
        let script = try LibraryScript {
            $0.collections = counts.enumerated().map { index, count in
                AssetCollection(localIdentifier: "c\(index)", title: "C", type: .album, estimatedCount: count)
            }
        }
        let library = try await script.open()
        defer { library.close() }
        #expect(try await library.collections().map(\.estimatedCount) == [nil, 0, most, nil, nil])
    }

    @Test("A number that cannot be, from a backend, is unknown in the details of the camera, too")
    func camera() async throws {
        var camera = CameraMetadata()
        (camera.exposureTime, camera.fNumber, camera.focalLength, camera.altitude) = (
            .infinity, .infinity, .nan, -.infinity
        )
        let details = AssetDetails(asset: sampleAsset("a"), representations: [], camera: camera)
        let script = try LibraryScript { $0.details = [details] }
        let library = try await script.open()
        defer { library.close() }
        #expect(try await library.details(of: "a").camera == CameraMetadata())
    }
}
