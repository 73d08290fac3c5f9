import PhotoModel
import Testing

@testable import PickerHost
@testable import PickerServer

/// A library of one file with these bytes, of which some are read at once. Nothing else is known of it.
private struct OneFile: PhotoReading {
    let bytes: [UInt8]
    let mostAtOnce: Int

    var root: String { "/photos" }
    var rendererName: String { "one file" }

    private static let refusal = PhotoError(.unsupported, "only the bytes of the file can be read")

    func assets(withIdentifiers identifiers: [String]) async throws(PhotoError) -> [Asset] { throw Self.refusal }

    func details(of localIdentifier: String) async throws(PhotoError) -> AssetDetails { throw Self.refusal }

    func videoFacts(of localIdentifier: String) async throws(PhotoError) -> VideoFacts { throw Self.refusal }

    func heldImage(
        of localIdentifier: String, asset: Asset?, options: ImageOptions, encoding: ImageEncoding,
        priority: RequestPriority
    ) async throws(PhotoError) -> EncodedImage { throw Self.refusal }

    func encodedImage(
        of localIdentifier: String, asset: Asset?, options: ImageOptions, encoding: ImageEncoding,
        priority: RequestPriority
    ) async throws(PhotoError) -> EncodedImage { throw Self.refusal }

    func requestURLAsset(
        for localIdentifier: String, role: RepresentationRole?
    ) async throws(PhotoError) -> OriginalFile { throw Self.refusal }

    func requestVideo(for localIdentifier: String) async throws(PhotoError) -> OriginalFile { throw Self.refusal }

    func read(
        _ reference: RepresentationReference, offset: Int64, count: Int
    ) async throws(PhotoError) -> [UInt8] {
        let start = Int(min(offset, Int64(bytes.count)))
        return Array(bytes[start...].prefix(min(count, mostAtOnce)))
    }

    func compatiblePhoto(_ original: OriginalFile, keepsLocation: Bool) async throws -> ConvertedPhoto? {
        throw Self.refusal
    }

    func compatibleVideo(
        _ original: OriginalFile, keepsLocation: Bool, progress: ProgressHandler?
    ) async throws(PhotoError) -> ConvertedVideo? { throw Self.refusal }

    func originalWithoutLocation(_ original: OriginalFile) async throws(PhotoError) -> LocationFreeOriginal {
        throw Self.refusal
    }
}

@Suite("Whether a file may tell where it was taken")
struct PlaceSearchTests {
    private static let filler = [UInt8](repeating: UInt8(ascii: "."), count: 40)
    /// User data of camcorders in H.264.
    private static let userData: [UInt8] = [
        0x17, 0xEE, 0x8C, 0x60, 0xF8, 0x4D, 0x11, 0xD9, 0x8C, 0xD6, 0x08, 0x00, 0x20, 0x0C, 0x9A, 0x66,
    ]

    private func mayTellPlace(
        _ bytes: [UInt8], _ contentType: String, size: Int64? = nil, location: Location? = nil,
        mostAtOnce: Int = 1 << 20
    ) async throws -> Bool {
        var asset = Asset(
            localIdentifier: "a", filename: "a", path: AssetPath("a"), contentType: contentType, mediaType: .image)
        asset.location = location
        let representation = Representation(
            role: .photo, filename: "a", path: AssetPath("a"), contentType: contentType,
            byteSize: size ?? Int64(bytes.count), contentTag: 0)
        let original = OriginalFile(
            asset: asset, representation: representation, reference: RepresentationReference(localIdentifier: "a"),
            path: [])
        let library = OneFile(bytes: bytes, mostAtOnce: mostAtOnce)
        return try await PlaceSearch(original: original, library: library).mayTellPlace()
    }

    private func text(_ words: String) -> [UInt8] { Self.filler + Array(words.utf8) + Self.filler }

    private func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        [0, 0, UInt8((content.count + 8) >> 8), UInt8((content.count + 8) & 0xFF)] + Array(type.utf8) + content
    }

    @Test("is seen wherever the pieces end in which it is read", arguments: [1, 2, 3, 5, 7, 1 << 20])
    func pieces(mostAtOnce: Int) async throws {
        func isSeen(_ bytes: [UInt8], _ contentType: String) async throws -> Bool {
            try await mayTellPlace(bytes, contentType, mostAtOnce: mostAtOnce)
        }
        let entry: [UInt8] = [0x25, 0x88, 4, 0, 1, 0, 0, 0]
        let pointer = Self.filler + entry + Self.filler
        for type in ["public.png", "public.heic", "public.jpeg-xl", "of.no.known.format"] {
            #expect(try await isSeen(text("exif:GPSLatitude"), type), "\(type)")
            #expect(try await isSeen(pointer, type), "\(type)")
            #expect(try await !isSeen(text("exif:GPS"), type), "\(type)")
        }
        #expect(try await isSeen(text("Raw profile type"), "public.png"))
        #expect(try await !isSeen(text("Raw profile type"), "public.heic"))
        #expect(try await isSeen(text("brob"), "public.jpeg-xl"))
        #expect(try await !isSeen(text("brob"), "public.png"))
        let picture = Self.filler + Self.userData + Self.filler
        #expect(try await isSeen(picture, "of.no.known.format"))
        #expect(try await !isSeen(picture, "public.heic"))
    }

    @Test("is not looked for where it is known already")
    func known() async throws {
        let place = Location(latitude: 0, longitude: 0)
        #expect(try await mayTellPlace(text("nothing"), "public.png", location: place))
        #expect(try await mayTellPlace(box("free", []), "public.mpeg-4", location: place))
    }

    @Test("is looked for in all of a video but its pictures, in which bytes are what they are by chance")
    func boxes() async throws {
        let start = box("ftyp", text("isom"))
        let media = box("mdat", text("gpmd location $GPRMC"))
        let plain = start + media + box("moov", text("trak"))
        #expect(try await !mayTellPlace(plain, "public.mpeg-4"))
        for mark in ["loci", "gpmd", "com.apple.quicktime.location.ISO6709", "$GNRMC"] {
            #expect(try await mayTellPlace(start + media + box("moov", text(mark)), "public.mpeg-4"), "\(mark)")
            #expect(try await mayTellPlace(start + box("moov", text(mark)) + media, "public.mpeg-4"), "\(mark)")
        }
        let pictures = box("mdat", Self.filler + Self.userData)
        #expect(try await mayTellPlace(start + pictures + box("moov", []), "com.apple.quicktime-movie"))
        // Bytes after the last box are no media data.
        let tail: [UInt8] = [0, 0, 0, 4]
        #expect(try await mayTellPlace(plain + tail + text("gpmd"), "public.mpeg-4"))
        #expect(try await !mayTellPlace(plain + tail + text("none"), "public.mpeg-4"))
    }

    @Test("is looked for beside media data whose length has eight bytes, or which go to the end of the file")
    func lengths() async throws {
        let content = text("gpmd")
        let size: [UInt8] = [0, 0, 0, 0, 0, 0, 0, UInt8(content.count + 16)]
        let long: [UInt8] = [0, 0, 0, 1] + Array("mdat".utf8) + size + content
        #expect(try await !mayTellPlace(long + box("moov", text("trak")), "public.mpeg-4"))
        #expect(try await mayTellPlace(long + box("moov", text("camm")), "public.mpeg-4"))
        let last: [UInt8] = [0, 0, 0, 0] + Array("mdat".utf8) + content
        #expect(try await !mayTellPlace(box("moov", text("trak")) + last, "public.mpeg-4"))
    }

    @Test("is looked for at both ends of a video without boxes, and taken for granted in too much metadata")
    func others() async throws {
        let start: [UInt8] = [0x1A, 0x45, 0xDF, 0xA3, 0x9F, 0x42, 0x86, 0x81]
        #expect(try await mayTellPlace(start + text("location"), "org.matroska.mkv"))
        #expect(try await !mayTellPlace(start + text("nothing"), "org.matroska.mkv"))
        let most: Int64 = 64 << 20
        let head: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF] + Array("moov".utf8) + [0, 0, 0, 0, 0, 0, 0, 0]
        #expect(try await !mayTellPlace(head, "public.mpeg-4", size: most))
        #expect(try await mayTellPlace(head, "public.mpeg-4", size: most + 1))
    }
}
