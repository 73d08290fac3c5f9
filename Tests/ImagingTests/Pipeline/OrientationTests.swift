import Imaging
import PhotoModel
import Testing

@Suite("An orientation")
struct OrientationTests {
    private let stored = PixelSize(width: 7, height: 4)

    @Test("moves rectangles to where it moves their pixels", arguments: Orientation.allCases)
    func movesRectangles(orientation: Orientation) {
        let whole = orientation.apply(to: PixelRect(covering: stored), in: stored)
        #expect(whole == PixelRect(covering: orientation.apply(to: stored)))
        let corner = PixelRect(x: 0, y: 0, width: 2, height: 1)
        let moved = orientation.apply(to: corner, in: stored)
        #expect(moved.isContained(in: orientation.apply(to: stored)))
        #expect(orientation.storedRect(of: moved, in: orientation.apply(to: stored)) == corner)
    }

    @Test("is undone by its inverse", arguments: Orientation.allCases)
    func hasInverse(orientation: Orientation) {
        #expect(orientation.inverse.apply(to: orientation.apply(to: stored)) == stored)
        #expect(orientation.inverse.inverse == orientation)
    }

    @Test("puts the stored top left where EXIF says")
    func followsStandard() {
        let pixel = PixelRect(x: 0, y: 0, width: 1, height: 1)
        let expected: [Orientation: (Int, Int)] = [
            .upright: (0, 0), .mirrored: (6, 0), .rotated180: (6, 3), .flipped: (0, 3),
            .transposed: (0, 0), .rotated90: (3, 0), .transversed: (3, 6), .rotated270: (0, 6),
        ]
        for (orientation, corner) in expected {
            let moved = orientation.apply(to: pixel, in: stored)
            #expect((moved.x, moved.y) == corner, "\(orientation)")
        }
    }
}
