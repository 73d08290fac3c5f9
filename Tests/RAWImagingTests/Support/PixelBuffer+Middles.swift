import Imaging
import PhotoModel

extension PixelBuffer {
    /// How far the middles of the four quarters are from these colours at most, of 255.
    func differs(from colors: [[Int]]) throws -> Int {
        let pixels = try converted(to: .rgba8)
        defer { withExtendedLifetime(pixels) {} }
        let plane = pixels.planes[0]
        let middles = [1, 3].flatMap { y in [1, 3].map { x in (size.width * x / 4, size.height * y / 4) } }
        return zip(middles, colors).map { middle, color in
            let pixel = plane.base + middle.1 * plane.stride + middle.0 * 4
            return (0..<3).map { abs(Int(pixel[$0]) - color[$0]) }.max() ?? 0
        }.max() ?? 0
    }
}
