import Foundation
import Imaging
import PhotoModel
import StillImaging
import SystemPackage
import TestSupport

/// ImageMagick, which makes files of many kinds and says what is in them.
enum Oracle {
    static let isAvailable = PackagePaths.executable("convert") != nil
    static let need = "needs ImageMagick: install imagemagick"

    /// What these tests read files with.
    static let decoder = ImageDecoder(codecs: .builtIn + [TIFFImageCodec(), JXLCodec(), JP2Codec()])

    struct Failure: Error, CustomStringConvertible { let description: String }

    /// A file that ImageMagick makes of a painting.
    ///
    /// - Parameters:
    ///   - arguments: what is done to the painting, and how it is written.
    ///   - name: of the file, with a prefix that says its format where the extension does not: `tiff64:a.tif`.
    static func file(
        _ arguments: String, _ name: String, in folder: String, painting: Painting = Painting()
    ) throws -> String {
        let prefix = name.firstIndex(of: ":").map { String(name[...$0]) } ?? ""
        let path = folder + "/" + name.dropFirst(prefix.count)
        let from = folder + "/painting.pam"
        try Data(painting.portableAnyMap).write(to: URL(fileURLWithPath: from))
        try run("convert", [from] + arguments.split(separator: " ").map(String.init) + [prefix + path])
        return path
    }

    /// The pixels of a file, upright, as ImageMagick reads them: red, green, blue, alpha.
    static func pixels(of path: String, format: String = "") throws -> [UInt8] {
        try run("convert", [format + path + "[0]", "-auto-orient", "-colorspace", "sRGB", "-depth", "8", "rgba:-"])
    }

    /// The same, as they are read here.
    static func ownPixels(of path: String, _ request: RenderRequest = RenderRequest()) throws -> [UInt8] {
        let image = try decoder.render(Oracle.source(path), request).converted(to: .rgba8)
        let plane = image.planes[0]
        defer { withExtendedLifetime(image) {} }
        return (0..<image.size.height).flatMap { row in
            Array(UnsafeBufferPointer(start: plane.base + row * plane.stride, count: image.size.width * 4))
        }
    }

    static func source(_ path: String) throws -> ImageSource { try ImageSource(path: FilePath(path)) }

    static func inFolder(_ body: (String) throws -> Void) throws {
        let folder = try TemporaryFolder()
        try body(folder.path)
        withExtendedLifetime(folder) {}
    }

    @discardableResult
    static func run(_ command: String, _ arguments: [String]) throws -> [UInt8] {
        let result = try Subprocess.run(command, arguments)
        guard result.succeeded else { throw Failure(description: "\(command) \(arguments): \(result.errors)") }
        return result.standardOutput
    }
}

/// How far two images are apart: colours count as much as they can be seen.
struct Difference: CustomStringConvertible {
    var largest = 0
    var mean = 0.0

    var description: String { "largest \(largest), mean \(mean)" }

    /// Of the same size, as red, green, blue, alpha. Nil for sizes that differ.
    init?(_ left: [UInt8], _ right: [UInt8]) {
        guard left.count == right.count, !left.isEmpty else { return nil }
        var sum = 0
        for start in stride(from: 0, to: left.count, by: 4) {
            let alpha = Int(min(left[start + 3], right[start + 3]))
            for index in start..<start + 4 {
                let apart = abs(Int(left[index]) - Int(right[index]))
                let seen = index == start + 3 ? apart : apart * alpha / 255
                largest = max(largest, seen)
                sum += seen
            }
        }
        mean = Double(sum) / Double(left.count)
    }
}

/// An image with colours, gradients and edges, and with alpha in its lower right.
struct Painting {
    var width = 173
    var height = 101
    var hasAlpha = false

    var portableAnyMap: [UInt8] {
        let kind = hasAlpha ? "DEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA" : "DEPTH 3\nMAXVAL 255\nTUPLTYPE RGB"
        var bytes = Array("P7\nWIDTH \(width)\nHEIGHT \(height)\n\(kind)\nENDHDR\n".utf8)
        bytes.reserveCapacity(bytes.count + width * height * 4)
        for y in 0..<height {
            for x in 0..<width { bytes += pixel(x, y) }
        }
        return bytes
    }

    private func pixel(_ x: Int, _ y: Int) -> [UInt8] {
        let isStripe = (x / 12 + y / 9) % 5 == 0
        let color = [
            UInt8(x * 255 / width), UInt8(y * 255 / height),
            isStripe ? 230 : UInt8((x + 2 * y) * 255 / (width + 2 * height)),
        ]
        guard hasAlpha else { return color }
        let isLower = x > width / 2 && y > height / 2
        return color + [isLower ? UInt8(255 - min(255, (x - width / 2) * 4)) : 255]
    }
}
