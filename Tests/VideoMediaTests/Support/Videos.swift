import Imaging
import PhotoFixtures
import Pixels
import VideoMedia

extension ImageDecoder {
    /// One that reads videos.
    static let withVideo = ImageDecoder(codecs: [VideoCodec()])
}

extension ImageSource {
    init(_ video: SampleVideo) { self.init(bytes: video.mp4()) }
}

extension PixelBuffer {
    /// The mean colours of the inner parts of the quarters: top left, top right, bottom left, bottom right.
    func quarterColors() throws -> [[Double]] {
        let colors = try converted(to: .rgba8)
        defer { withExtendedLifetime(colors) {} }
        let plane = colors.planes[0]
        return (0..<4).map { quarter in
            let (left, top) = (quarter % 2 * size.width / 2, quarter / 2 * size.height / 2)
            let (marginX, marginY) = (size.width / 10, size.height / 10)
            var sums = [0.0, 0, 0]
            var count = 0.0
            for y in top + marginY..<top + size.height / 2 - marginY {
                for x in left + marginX..<left + size.width / 2 - marginX {
                    for channel in 0..<3 { sums[channel] += Double(plane.base[y * plane.stride + x * 4 + channel]) }
                    count += 1
                }
            }
            return sums.map { $0 / count }
        }
    }

    /// The mean colours of the whole quarters.
    func quarters() throws -> [[Double]] {
        let colors = try converted(to: .rgba8)
        defer { withExtendedLifetime(colors) {} }
        let plane = colors.planes[0]
        return (0..<4).map { quarter in
            let columns = quarter % 2 * size.width / 2..<(quarter % 2 + 1) * size.width / 2
            let rows = quarter / 2 * size.height / 2..<(quarter / 2 + 1) * size.height / 2
            var sums = [0.0, 0, 0]
            for y in rows {
                for x in columns {
                    for channel in 0..<3 { sums[channel] += Double(plane.base[y * plane.stride + x * 4 + channel]) }
                }
            }
            return sums.map { $0 / Double(columns.count * rows.count) }
        }
    }

    /// Whether the quarters are those of `SamplePhoto`, the stored ones being at these places.
    func shows(_ order: [Int]) throws -> Bool {
        let wanted = order.map { SamplePhoto.colors[$0] }
        return zip(try quarterColors().joined(), wanted.joined()).allSatisfy { abs($0 - Double($1)) <= 8 }
    }
}
