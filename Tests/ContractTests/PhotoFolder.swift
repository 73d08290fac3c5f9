import Foundation
import Imaging
import Pixels
import TestSupport

/// A folder of photos that a test makes; removed with its last reference.
final class PhotoFolder: Sendable {
    private let folder: TemporaryFolder
    var path: String { folder.path }

    init() throws { folder = try TemporaryFolder() }

    /// Writes a JPEG: four flat quarters in red, green, blue and gray.
    func writePhoto(_ name: String, width: Int = 640, height: Int = 480) throws {
        try write(JPEGEncoder(quality: 90).encode(Self.quarters(width, height)), to: name)
    }

    func write(_ bytes: [UInt8], to name: String) throws {
        let file = URL(fileURLWithPath: folder.path(name))
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: file)
    }

    func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: folder.path(name)) }

    func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: folder.path(name))))
    }

    static func quarters(_ width: Int, _ height: Int) throws -> PixelBuffer {
        let buffer = try PixelBuffer(size: PixelSize(width: width, height: height), format: .rgb8)
        let plane = buffer.planes[0]
        for y in 0..<height {
            for x in 0..<width {
                let color = colors[(y < height / 2 ? 0 : 2) + (x < width / 2 ? 0 : 1)]
                for channel in 0..<3 { plane.base[y * plane.stride + x * 3 + channel] = color[channel] }
            }
        }
        return buffer
    }

    private static let colors: [[UInt8]] = [[200, 40, 40], [40, 180, 40], [40, 40, 200], [128, 128, 128]]
}
