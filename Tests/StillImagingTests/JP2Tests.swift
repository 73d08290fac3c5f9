import Foundation
import Imaging
import PhotoModel
import StillImaging
import TestSupport
import Testing

@Suite(
    "JPEG 2000",
    .enabled(
        if: Oracle.isAvailable && PackagePaths.executable("opj_compress") != nil && StillLibrary.openJPEG.isInstalled,
        "\(Oracle.need), libopenjp2-tools and libopenjp2-7"))
struct JP2Tests {
    @Test(
        "is shown as the image that it was made of, whatever way it is written",
        arguments: [
            ("", "", "a.jp2", false), ("", "", "a.j2k", false), ("-t 64,48", "", "a.jp2", false),
            ("-n 1", "", "a.jp2", false), ("-p RPCL -SOP -EPH", "", "a.jp2", false),
            ("", "-colorspace gray", "a.jp2", false), ("", "-depth 16", "a.jp2", false), ("", "", "a.jp2", true),
        ])
    func matches(arguments: String, painted: String, name: String, hasAlpha: Bool) throws {
        try Oracle.inFolder { folder in
            let (path, png) = try Self.file(arguments, painted, name, in: folder, hasAlpha: hasAlpha)
            #expect(try Oracle.decoder.header(of: Oracle.source(path)).format == .jp2)
            let difference = try #require(Difference(Oracle.ownPixels(of: path), Oracle.pixels(of: png)))
            #expect(difference.largest <= 1, "\(difference)")
        }
    }

    @Test("with subsampled chroma is shown in its colours")
    func chroma() throws {
        try Oracle.inFolder { folder in
            // Red, in the levels of sYCC: 76, 85, 255.
            let (width, height) = (64, 48)
            let luma = [UInt8](repeating: 76, count: width * height)
            let blue = [UInt8](repeating: 85, count: width * height / 4)
            let red = [UInt8](repeating: 255, count: width * height / 4)
            try Data(luma + blue + red).write(to: URL(fileURLWithPath: folder + "/a.raw"))
            try Oracle.run(
                "opj_compress",
                ["-i", folder + "/a.raw", "-o", folder + "/a.j2k", "-F", "\(width),\(height),3,8,u@1x1:2x2:2x2"])
            let own = try Oracle.ownPixels(of: folder + "/a.j2k")
            #expect(zip(own.prefix(4), [254, 0, 0, 255]).allSatisfy { abs(Int($0) - $1) <= 3 }, "\(own.prefix(4))")
        }
    }

    @Test("of ink is shown in its colours where its profile alone says that it is ink")
    func ink() throws {
        try Oracle.inFolder { folder in
            let path = folder + "/a.jp2"
            // No cyan, all magenta, all yellow, no black: red.
            let planes = [0, 255, 255, 0].flatMap { [UInt8](repeating: $0, count: 64 * 48) }
            try Data(planes).write(to: URL(fileURLWithPath: folder + "/a.raw"))
            try Oracle.run("opj_compress", ["-i", folder + "/a.raw", "-o", path, "-F", "64,48,4,8,u"])
            var bytes = try Array(Data(contentsOf: URL(fileURLWithPath: path)))
            let header = try #require(Self.place(of: "jp2h", in: bytes))
            let color = try #require(Self.place(of: "colr", in: bytes))
            // The beginning of a profile, which cannot be used, says as much.
            var profile = [UInt8](repeating: 0, count: 128)
            profile.replaceSubrange(12..<20, with: "prtrCMYK".utf8)
            let box = [0, 0, 0, UInt8(11 + profile.count)] + Array("colr".utf8) + [2, 0, 0] + profile
            bytes.replaceSubrange(color..<color + Int(bytes[color + 3]), with: box)
            bytes[header + 3] += UInt8(box.count - 15)
            let source = ImageSource(bytes: bytes)
            let image = try Oracle.decoder.render(source, RenderRequest())
            #expect(image.format == .rgb8)
            let pixel = (0..<3).map { Int(image.planes[0].base[$0]) }
            #expect(pixel[0] > 200 && pixel[1] < 60 && pixel[2] < 60, "\(pixel)")
            withExtendedLifetime(image) {}
        }
    }

    /// Where a box of this type begins.
    private static func place(of type: String, in bytes: [UInt8]) -> Int? {
        (0..<bytes.count - 8).first { bytes[$0 + 4..<$0 + 8].elementsEqual(type.utf8) }
    }

    @Test("is decoded at a smaller size where that will do, and looks the same")
    func sizes() throws {
        try Oracle.inFolder { folder in
            let (path, png) = try Self.file("-t 512,512", "", "a.jp2", in: folder, hasAlpha: false, large: true)
            let request = RenderRequest(targetSize: PixelSize(width: 100, height: 100))
            let difference = try #require(
                Difference(Oracle.ownPixels(of: path, request), Oracle.ownPixels(of: png, request)))
            #expect(difference.mean < 3, "\(difference)")
            // All of it takes 40 million bytes.
            let limited = ImageDecoder(
                limits: ImageLimits(maxPixels: 10_000_000, maxFileBytes: 1 << 30, maxMemoryBytes: 12 << 20),
                codecs: .builtIn + [JP2Codec()])
            #expect(throws: Never.self) { try limited.render(Oracle.source(path), request) }
            #expect(throws: ImagingError.self) { try limited.render(Oracle.source(path), RenderRequest()) }
        }
    }

    @Test("whose tile says that it is larger than the file is damaged")
    func tileLength() throws {
        try Oracle.inFolder { folder in
            let path = try Self.file("", "", "a.jp2", in: folder, hasAlpha: false).0
            var bytes = try Array(Data(contentsOf: URL(fileURLWithPath: path)))
            // The marker of a part of a tile, its length of 10 and the tile's number; then how long the part is.
            let marker: [UInt8] = [0xFF, 0x90, 0, 10, 0, 0]
            let start = try #require((0..<bytes.count - 10).first { Array(bytes[$0..<$0 + 6]) == marker })
            bytes.replaceSubrange(start + 6..<start + 10, with: [0xF6, 0xFF, 0xFF, 0xFF])
            let error = #expect(throws: ImagingError.self) {
                try Oracle.decoder.render(ImageSource(bytes: bytes), RenderRequest())
            }
            if case .corrupt = error {} else { Issue.record("\(String(describing: error))") }
        }
    }

    @Test("that claims more tiles or components than images have is refused before memory is taken for them")
    func claims() throws {
        try Oracle.inFolder { folder in
            for name in ["a.j2k", "a.jp2"] {
                let path = try Self.file("-t 64,48", "", name, in: folder, hasAlpha: false).0
                let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: path)))
                let start = try #require(
                    (0..<bytes.count - 4).first { bytes[$0..<$0 + 4].elementsEqual([0xFF, 0x4F, 0xFF, 0x51]) })
                // Width and height; then how many components there are.
                for (offset, claim) in [(8, [0, 0x18, 0, 64]), (12, [0x7F, 0xFF, 0xFF, 0xFF]), (40, [0x40, 0])] {
                    var changed = bytes
                    changed.replaceSubrange(start + offset..<start + offset + claim.count, with: claim.map(UInt8.init))
                    // OpenJPEG would say it in other words.
                    let error = #expect(throws: ImagingError.self, "\(name), \(offset)") {
                        try Oracle.decoder.header(of: ImageSource(bytes: changed))
                    }
                    #expect("\(String(describing: error))".contains(" tiles"), "\(name), \(offset)")
                }
            }
        }
    }

    @Test(
        "that claims a code-block for every few pixels is refused before memory is taken for them",
        arguments: [(true, false), (false, true), (false, false)])
    func codeBlocks(areSmall: Bool, areSmallInPart: Bool) {
        // A gray image of 1000 pixels square in one tile, without data; two resolutions.
        let place: [UInt8] = [0, 0, 3, 0xE8, 0, 0, 3, 0xE8, 0, 0, 0, 0, 0, 0, 0, 0]
        let size: [UInt8] = [0xFF, 0x4F, 0xFF, 0x51, 0, 41, 0, 0] + place + place + [0, 1, 7, 1, 1]
        // Code-blocks of 64 pixels square, in precincts that are as large as can be, or of two pixels square.
        func style(_ isSmall: Bool) -> [UInt8] {
            let head: [UInt8] = [0xFF, 0x52, 0, isSmall ? 14 : 12, isSmall ? 1 : 0, 0, 0, 1, 0, 1, 4, 4, 0, 1]
            return head + (isSmall ? [0x11, 0x11] : [])
        }
        let steps: [UInt8] = [0xFF, 0x5C, 0, 7, 0x40, 0x40, 0x48, 0x48, 0x50]
        let inPart = areSmallInPart ? style(true) : []
        let part: [UInt8] = [0xFF, 0x90, 0, 10, 0, 0, 0, 0, 0, UInt8(14 + inPart.count), 0, 1]
        let end: [UInt8] = [0xFF, 0x93, 0xFF, 0xD9]
        let bytes = size + style(areSmall) + steps + part + inPart + end
        let decoder = ImageDecoder(
            limits: ImageLimits(maxPixels: 10_000_000, maxFileBytes: 1 << 30, maxMemoryBytes: 64 << 20),
            codecs: .builtIn + [JP2Codec()])
        let request = RenderRequest(targetSize: PixelSize(width: 100, height: 100))
        var isTooLarge = false
        do throws(ImagingError) {
            _ = try decoder.render(ImageSource(bytes: bytes), request)
        } catch {
            if case .tooLarge = error { isTooLarge = true }
        }
        #expect(isTooLarge == (areSmall || areSmallInPart))
    }

    @Test("whose palette has more channels than images have is refused before memory is taken for them")
    func palette() throws {
        try Oracle.inFolder { folder in
            let path = try Self.file("", "", "a.jp2", in: folder, hasAlpha: false).0
            var bytes = try Array(Data(contentsOf: URL(fileURLWithPath: path)))
            let header = try #require(Self.place(of: "jp2h", in: bytes))
            let color = try #require(Self.place(of: "colr", in: bytes))
            // One colour of 255 channels.
            let box: [UInt8] = [0, 0, 0, 11] + Array("pclr".utf8) + [0, 1, 255]
            bytes.insert(contentsOf: box, at: color)
            bytes[header + 3] += UInt8(box.count)
            let error = #expect(throws: ImagingError.self) {
                try Oracle.decoder.header(of: ImageSource(bytes: bytes))
            }
            #expect("\(String(describing: error))".contains("255 channels"))
        }
    }

    @Test("cut off anywhere, or with any byte changed, ends in an image or an error")
    func mutations() throws {
        try Oracle.inFolder { folder in
            let path = try Self.file("", "", "a.jp2", in: folder, hasAlpha: false).0
            try Mutations.try(Array(Data(contentsOf: URL(fileURLWithPath: path))))
        }
    }

    private static func file(
        _ arguments: String, _ painted: String, _ name: String, in folder: String, hasAlpha: Bool, large: Bool = false
    ) throws -> (String, png: String) {
        let painting = Painting(width: large ? 1730 : 173, height: large ? 1010 : 101, hasAlpha: hasAlpha)
        // No PNG: opj_compress changes the brightness of those that name their gamma.
        let png = try Oracle.file(painted, "a.png", in: folder, painting: painting)
        let plain = folder + "/a." + (hasAlpha ? "pam" : painted.contains("gray") ? "pgm" : "ppm")
        try Oracle.run("convert", [folder + "/painting.pam"] + painted.split(separator: " ").map(String.init) + [plain])
        try Oracle.run(
            "opj_compress",
            ["-i", plain, "-o", folder + "/" + name] + arguments.split(separator: " ").map(String.init))
        return (folder + "/" + name, png)
    }
}
