import Foundation
import Imaging
import PhotoModel
import TestSupport
import Testing

@testable import PickerHost

@Suite("A photo as the desktop's thumbnails know it") struct DesktopPhotoTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func photo(_ name: String = "a.jpg", _ change: (inout Asset) -> Void = { _ in }) throws -> DesktopPhoto? {
        try folder.write("photo", to: name)
        var asset = sampleAsset("a")
        (asset.pixelWidth, asset.pixelHeight) = (4000, 3000)
        change(&asset)
        return DesktopPhoto(asset, path: Array(folder.path(name).utf8))
    }

    @Test("has the address that GLib gives a file")
    func address() throws {
        // Made with GLib 2.74 (g_filename_to_uri).
        let name = "a b;#?%[1]&=+,:@!$'()*~_-.é\u{1}\"<>|^`{}\\.jpg"
        let photo = try #require(try photo(name))
        #expect(
            photo.address
                == "file://\(folder.path)/a%20b%3B%23%3F%25%5B1%5D&=+,:@!$'()*~_-.%C3%A9%01%22%3C%3E%7C%5E%60%7B%7D%5C.jpg"
        )
        #expect(photo.thumbnailName == MD5Digest(of: Array(photo.address.utf8)).hexadecimal + ".png")
    }

    @Test("is none when one file's thumbnail does not show what is asked for")
    func unsuitable() throws {
        #expect(try photo() != nil)
        #expect(try photo { $0.hasAdjustments = true } == nil)
        #expect(try photo { $0.mediaType = .video } == nil)
        #expect(try photo { $0.representationCount = 2 } == nil)
        #expect(try photo { ($0.representationCount, $0.mediaSubtypes) = (2, .livePhoto) } != nil)
        #expect(try photo { $0.pixelWidth = 0 } == nil)
        let path = folder.path("a.jpg")
        try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: 0)], ofItemAtPath: path)
        var asset = sampleAsset("a")
        (asset.pixelWidth, asset.pixelHeight) = (4000, 3000)
        #expect(DesktopPhoto(asset, path: Array(path.utf8)) == nil)
        #expect(DesktopPhoto(asset, path: Array(folder.path.utf8)) == nil)
    }

    @Test(
        "is none beside a sidecar, which may turn it", arguments: ["a.xmp", "a.jpg.xmp", "a.jpg.XMP", "b.xmp", "xmp"])
    func sidecar(name: String) throws {
        try folder.write("packet", to: name)
        #expect(try (photo() == nil) == name.hasPrefix("a."))
    }

    @Test("needs as many pixels of a thumbnail as a request shows")
    func neededSide() throws {
        let photo = try #require(try photo())
        func side(_ width: Int, _ height: Int, _ mode: ContentMode = .aspectFit, _ resize: ResizeMode = .fast) -> Int? {
            photo.neededSide(
                RenderRequest(
                    targetSize: PixelSize(width: width, height: height), contentMode: mode, resizeMode: resize))
        }
        #expect(side(256, 256) == 256 && side(256, 96) == 128 && side(1, 1) == 1)
        #expect(side(300, 300, .aspectFill) == 400 && side(400, 100, .aspectFill) == 400)
        #expect(side(4000, 4000) == 4000 && side(9000, 9000) == 4000)
        #expect(side(9000, 9000, .aspectFit, .exact) == nil)
        #expect(photo.neededSide(RenderRequest()) == nil)
    }

    @Test("has its shape in thumbnails that were rounded, and not in those that were turned, cut or framed")
    func shape() throws {
        let photo = try #require(try photo { ($0.pixelWidth, $0.pixelHeight) = (4000, 2667) })
        for height in [170, 171] { #expect(photo.hasShape(PixelSize(width: 256, height: height))) }
        for (width, height) in [(171, 256), (256, 256), (256, 169), (256, 173), (.max, 2)] {
            #expect(!photo.hasShape(PixelSize(width: width, height: height)))
        }
    }
}
