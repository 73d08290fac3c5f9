import PhotoModel
import Testing

@testable import Imaging

@Suite("What of a coded image in a HEIF file is shown")
struct HEIFViewTests {
    private func view(_ properties: [UInt8]...) throws -> HEIFView {
        var view = HEIFView(of: PixelSize(width: 40, height: 30))
        for box in try ISOBox.all(in: ByteView(Array(properties.joined()))) { try view.apply(box) }
        return view
    }

    private func part(_ width: Int, _ height: Int, right: Int, down: Int) throws -> String {
        try view(HEIFFixture.cleanAperture(width, height, right: right, down: down)).part.description
    }

    /// Distances are in halves of pixels.
    @Test("is as far from its middle as the file says, rounded towards the top left")
    func places() throws {
        #expect(try part(20, 10, right: 0, down: 0) == "20x10+10+10")
        #expect(try part(20, 10, right: -20, down: 6) == "20x10+0+13")
        #expect(try part(21, 11, right: 1, down: -1) == "21x11+10+9")
        #expect(try part(21, 11, right: 0, down: 0) == "21x11+9+9")
        #expect(try part(40, 30, right: 0, down: 0) == "40x30+0+0")
        #expect(try part(20, 10, right: 21, down: 20) == "20x10+20+20")
        #expect(throws: ImagingError.self) { try part(20, 10, right: 22, down: 0) }
        #expect(throws: ImagingError.self) { try part(20, 10, right: -21, down: 0) }
        #expect(throws: ImagingError.self) { try part(20, 10, right: 0, down: 22) }
        #expect(throws: ImagingError.self) { try part(41, 10, right: 0, down: 0) }
    }

    @Test("is cut out of what was turned before, and turned with what comes later")
    func order() throws {
        let cut = HEIFFixture.cleanAperture(20, 10, right: 0, down: 10)
        let turn = HEIFFixture.rotation(1)
        let cutFirst = try view(cut, turn)
        #expect(cutFirst.part.description == "20x10+10+15" && cutFirst.size == PixelSize(width: 10, height: 20))
        // Counter-clockwise: what was at the right comes to the top.
        let topLeft = PixelRect(x: 0, y: 0, width: 1, height: 1)
        #expect(cutFirst.codedRect(of: topLeft).description == "1x1+29+15")
        #expect(cutFirst.codedRect(of: PixelRect(x: 2, y: 3, width: 4, height: 5)).description == "5x4+22+17")
        // 30 × 40 after the turn: the part is 20 × 10 of these, which is five pixels lower than its middle.
        let turnedFirst = try view(turn, cut)
        #expect(turnedFirst.part.description == "10x20+10+5" && turnedFirst.size == PixelSize(width: 20, height: 10))
        #expect(turnedFirst.codedRect(of: topLeft).description == "1x1+19+5")
        let mirrored = try view(cut, HEIFFixture.mirror(1))
        #expect(mirrored.codedRect(of: topLeft).description == "1x1+29+15")
        #expect(try view(cut, HEIFFixture.mirror(0)).codedRect(of: topLeft).description == "1x1+10+24")
    }
}
