import CImaging
import PhotoModel
import Testing

@testable import Imaging

@Suite("The part of a plane that becomes a plane of the result")
struct PlaneMappingTests {
    private static func size(_ width: Int, _ height: Int) -> PixelSize { PixelSize(width: width, height: height) }

    /// Left, top, width and height of the part, in samples, and where it begins if it is copied.
    private func found(_ renderer: PlanarRenderer, plane index: Int, _ format: PixelFormat) throws -> [Double] {
        let target = try PixelBuffer(size: renderer.outputSize, format: format)
        let mapping = PlaneMapping(renderer, plane: index, of: target)
        let region = mapping.region
        let stored = renderer.orientation.inverse.apply(to: target.planes[index].size)
        #expect(mapping.targetSize == stored)
        let isWhole = [region.left, region.top].allSatisfy { $0 == $0.rounded() }
        let isCopied = isWhole && region.width == Double(stored.width) && region.height == Double(stored.height)
        #expect((mapping.sampleOrigin != nil) == isCopied)
        if let (x, y) = mapping.sampleOrigin { #expect(Double(x) == region.left && Double(y) == region.top) }
        return [region.left, region.top, region.width, region.height]
    }

    /// Of a plane of an image in 4:2:0.
    private func found(
        plane index: Int, of size: PixelSize, _ orientation: Orientation = .upright, crop: PixelRect? = nil,
        output: PixelSize? = nil
    ) throws -> [Double] {
        let image = try PlanarImage(PixelBuffer(size: size, format: .ycbcr8(.yuv420)), .never)
        let crop = crop ?? PixelRect(covering: size)
        let renderer = PlanarRenderer(
            image: image, orientation: orientation, crop: crop,
            outputSize: output ?? orientation.apply(to: crop.size), cancellation: .never)
        return try found(renderer, plane: index, .ycbcr8(.yuv420))
    }

    /// Seven columns and five rows have four and three samples of chroma. The last ones cover a column and a row beside the image,
    /// which turning would bring to its other side.
    @Test(
        "is all of the chroma of an odd size, but for half a sample on a side that comes to the left or to the top",
        arguments: [
            (.upright, 4, 3), (.transposed, 4, 3), (.mirrored, 3.5, 3), (.rotated270, 3.5, 3), (.flipped, 4, 2.5),
            (.rotated90, 4, 2.5), (.rotated180, 3.5, 2.5), (.transversed, 3.5, 2.5),
        ] as [(Orientation, Double, Double)])
    func odd(orientation: Orientation, width: Double, height: Double) throws {
        #expect(try found(plane: 0, of: Self.size(7, 5), orientation) == [0, 0, 7, 5])
        #expect(try found(plane: 2, of: Self.size(7, 5), orientation) == [0, 0, width, height])
    }

    @Test("begins where the crop does, between two samples of chroma if that is at an odd place")
    func crops() throws {
        let size = Self.size(8, 6)
        let even = PixelRect(x: 2, y: 4, width: 4, height: 2)
        #expect(try found(plane: 0, of: size, crop: even) == [2, 4, 4, 2])
        #expect(try found(plane: 1, of: size, crop: even) == [1, 2, 2, 1])
        let odd = PixelRect(x: 3, y: 1, width: 3, height: 3)
        #expect(try found(plane: 0, of: size, crop: odd) == [3, 1, 3, 3])
        #expect(try found(plane: 1, of: size, crop: odd) == [1.5, 0.5, 2, 2])
        #expect(try found(plane: 1, of: size, .mirrored, crop: odd) == [1, 0.5, 2, 2])
        #expect(try found(plane: 1, of: size, .flipped, crop: odd) == [1.5, 0, 2, 2])
    }

    @Test("is as much longer than the crop as the last sample of chroma is beside the result")
    func scaled() throws {
        let size = Self.size(16, 16)
        #expect(try found(plane: 1, of: size, output: Self.size(4, 8)) == [0, 0, 8, 8])
        let crop = PixelRect(x: 4, y: 0, width: 6, height: 12)
        #expect(try found(plane: 0, of: size, crop: crop, output: Self.size(3, 3)) == [4, 0, 6, 12])
        #expect(try found(plane: 1, of: size, crop: crop, output: Self.size(3, 3)) == [2, 0, 4, 8])
        #expect(try found(plane: 1, of: size, .mirrored, crop: crop, output: Self.size(3, 3)) == [1, 0, 4, 8])
    }

    @Test("is moved outwards to whole samples where nothing is filtered, and never out of the plane")
    func snapped() throws {
        let half = try PixelBuffer(size: Self.size(8, 8), format: .gray8)
        let image = PlanarImage(
            size: Self.size(16, 16), model: .gray, planes: [.init(half, half.planes[0], scale: 0.5)], colorSpace: .sRGB)
        func found(_ x: Int, _ width: Int, to output: Int, snaps: Bool = true) throws -> [Double] {
            let renderer = PlanarRenderer(
                image: image, orientation: .upright, crop: PixelRect(x: x, y: 0, width: width, height: 16),
                outputSize: Self.size(output, 8), snapsToSamples: snaps, cancellation: .never)
            return try self.found(renderer, plane: 0, .gray8)
        }
        #expect(try found(3, 5, to: 3) == [1, 0, 3, 8])
        #expect(try found(3, 5, to: 3, snaps: false) == [1.5, 0, 2.5, 8])
        #expect(try found(13, 3, to: 2) == [6, 0, 2, 8])
        #expect(try found(14, 2, to: 2) == [6, 0, 2, 8])
        #expect(try found(15, 1, to: 1) == [7, 0, 1, 8])
    }
}
