import Foundation
import Imaging
import PhotoModel
import StillImaging
import TestSupport
import Testing

@Suite(
    "JPEG XL",
    .enabled(
        if: Oracle.isAvailable && PackagePaths.executable("cjxl") != nil && StillLibrary.libjxl.isInstalled,
        "\(Oracle.need), libjxl-tools and libjxl0.7"))
struct JXLTests {
    @Test(
        "is shown as djxl shows it, whatever way it is written",
        arguments: [
            ("-d 0", "", false), ("-d 1", "", false), ("-d 1 --progressive_dc=1", "", false),
            ("-d 0 -m 1 --container=1", "", false), ("-d 1 -p", "", false), ("-d 0", "", true), ("-d 1", "", true),
            ("-d 0", "-colorspace gray", false), ("-d 1", "-colorspace gray", false), ("-d 0", "-depth 16", false),
        ])
    func matches(arguments: String, painted: String, hasAlpha: Bool) throws {
        try Oracle.inFolder { folder in
            let path = try Self.file(arguments, painted, in: folder, hasAlpha: hasAlpha)
            #expect(try Oracle.decoder.header(of: Oracle.source(path)).format == .jxl)
            try Oracle.run("djxl", [path, folder + "/b.png"])
            let difference = try #require(
                Difference(Oracle.ownPixels(of: path), Oracle.pixels(of: folder + "/b.png")))
            #expect(difference.largest <= 2, "\(difference)")
        }
    }

    /// 148 of 255 is a little more than the white of paper.
    @Test("of high dynamic range is brought down to what a screen has", arguments: ["0", "0.5"])
    func dynamicRange(distance: String) throws {
        try Oracle.inFolder { folder in
            let gray = ["-size", "8x8", "xc:rgb(148,148,148)", "-depth", "8", "-type", "TrueColor", folder + "/a.ppm"]
            try Oracle.run("convert", gray)
            try Oracle.run(
                "cjxl",
                [folder + "/a.ppm", folder + "/a.jxl", "-x", "color_space=RGB_D65_202_Rel_PeQ", "-d", distance])
            let pixels = try Oracle.ownPixels(of: folder + "/a.jxl")
            #expect(pixels.prefix(3).allSatisfy { abs(Int($0) - 208) <= 3 }, "\(pixels.prefix(4))")
        }
    }

    @Test("made of a JPEG without loss is turned as that was", arguments: 1...8)
    func orientation(number: Int) throws {
        try Oracle.inFolder { folder in
            let jpeg = try Oracle.file("-quality 95", "a.jpg", in: folder)
            let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: jpeg)))
            let turned = Array(bytes.prefix(2)) + Self.exif(orientation: UInt8(number)) + bytes.dropFirst(2)
            try Data(turned).write(to: URL(fileURLWithPath: jpeg))
            try Oracle.run("cjxl", [jpeg, folder + "/a.jxl", "--lossless_jpeg=1"])
            let difference = try #require(
                Difference(Oracle.ownPixels(of: folder + "/a.jxl"), Oracle.ownPixels(of: jpeg)))
            #expect(difference.mean < 1 && difference.largest <= 12, "\(difference)")
        }
    }

    @Test("is shown where long metadata comes before it")
    func longMetadata() throws {
        try Oracle.inFolder { folder in
            let path = try Self.file("-d 1 --container=0", "", in: folder, hasAlpha: false)
            let codestream = try Array(Data(contentsOf: URL(fileURLWithPath: path)))
            #expect(codestream.starts(with: [0xFF, 0x0A]))
            let text = [UInt8](repeating: UInt8(ascii: " "), count: 200_000)
            let boxes =
                Self.box("JXL ", [0x0D, 0x0A, 0x87, 0x0A]) + Self.box("ftyp", Array("jxl \0\0\0\0jxl ".utf8))
                + Self.box("xml ", text) + Self.box("jxlc", codestream)
            let long = folder + "/long.jxl"
            try Data(boxes).write(to: URL(fileURLWithPath: long))
            #expect(try Oracle.ownPixels(of: long) == Oracle.ownPixels(of: path))
        }
    }

    @Test("has the metadata in its boxes, also where these are compressed")
    func compressedMetadata() throws {
        try Oracle.inFolder { folder in
            let path = try Self.file("-d 1 --container=0", "", in: folder, hasAlpha: false)
            let codestream = try Array(Data(contentsOf: URL(fileURLWithPath: path)))
            // A number, then a directory with the name of a maker.
            let start: [UInt8] = [0, 0, 0, 0, 0x49, 0x49, 42, 0, 8, 0, 0, 0]
            let maker: [UInt8] = [1, 0, 0x0F, 1, 2, 0, 4, 0, 0, 0, 0x41, 0x62, 0x63, 0, 0, 0, 0, 0]
            let block = start + maker
            let beginning =
                Self.box("JXL ", [0x0D, 0x0A, 0x87, 0x0A]) + Self.box("ftyp", Array("jxl \0\0\0\0jxl ".utf8))
            let packed = Self.box("brob", Array("Exif".utf8) + Self.brotli(block))
            for box in [Self.box("Exif", block), packed] {
                let source = ImageSource(bytes: beginning + box + Self.box("jxlc", codestream))
                #expect(try Oracle.decoder.metadata(of: source).make == "Abc")
                #expect(try Oracle.decoder.exifBlock(of: source) == Array(block.dropFirst(4)))
            }
            let damaged = Self.box("brob", Array("Exif".utf8) + [0xFF, 0xFF, 0xFF])
            let source = ImageSource(bytes: beginning + damaged + Self.box("jxlc", codestream))
            #expect(try Oracle.decoder.metadata(of: source).make == nil)
        }
    }

    /// A stream of Brotli (RFC 7932, section 9.2) with one block that is not compressed, and an empty last one.
    private static func brotli(_ bytes: [UInt8]) -> [UInt8] {
        let head = (bytes.count - 1) << 4 | 1 << 20
        return [0, 8, 16].map { UInt8(head >> $0 & 0xFF) } + bytes + [3]
    }

    private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        let length = content.count + 8
        return [24, 16, 8, 0].map { UInt8(length >> $0 & 0xFF) } + Array(type.utf8) + content
    }

    @Test("is small where a small image is asked for, and the same part where a part is")
    func sizes() throws {
        try Oracle.inFolder { folder in
            let path = try Self.file("-d 0", "", in: folder, hasAlpha: false)
            let image = try Oracle.decoder.render(
                Oracle.source(path), RenderRequest(targetSize: PixelSize(width: 64, height: 64)))
            #expect(image.size == PixelSize(width: 64, height: 37))
            let part = try Oracle.ownPixels(
                of: path, RenderRequest(crop: PixelRect(x: 10, y: 20, width: 30, height: 5)))
            let all = try Oracle.ownPixels(of: path)
            #expect(Array(part.prefix(120)) == Array(all[(20 * 173 + 10) * 4..<(20 * 173 + 40) * 4]))
        }
    }

    @Test("cut off anywhere, or with any byte changed, ends in an image or an error")
    func mutations() throws {
        try Oracle.inFolder { folder in
            for arguments in ["-d 1", "-d 0 -m 1"] {
                let path = try Self.file(arguments, "", in: folder, hasAlpha: false)
                try Mutations.try(Array(Data(contentsOf: URL(fileURLWithPath: path))))
            }
        }
    }

    private static func file(_ arguments: String, _ painted: String, in folder: String, hasAlpha: Bool) throws -> String
    {
        let png = try Oracle.file(painted, "a.png", in: folder, painting: Painting(hasAlpha: hasAlpha))
        try Oracle.run("cjxl", [png, folder + "/a.jxl"] + arguments.split(separator: " ").map(String.init))
        return folder + "/a.jxl"
    }

    /// A segment with a block of EXIF that has nothing but an orientation.
    private static func exif(orientation: UInt8) -> [UInt8] {
        [0xFF, 0xE1, 0, 34] + Array("Exif\0\0II*\0".utf8) + [
            8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0,
        ]
            + [0, 0, 0, 0]
    }
}
