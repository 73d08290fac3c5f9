import Foundation
import PhotoModel
import Testing

@testable import ImmichServing

@Suite("The preview hashes of Immich")
struct ThumbHashTests {
    /// Hashes of pictures that go from black to red to the right and from green to black downwards, blue in between; and what a
    /// transcription of the published decoder, in another language, makes of their cells.
    private static let known: [(size: PixelSize, hash: String, cells: String)] = [
        (
            PixelSize(width: 96, height: 64), "HwgKNZqAh4e/h4h4iIiIeIAfBwiI",
            "FfazF+qgM+qTXu6Fju5yuOdb2uFI+elIB8WTE8OMNMeJXMd+icNvs7te07JN77dODIh6H4x+P4+CYYd8joF3u3py3XJs/HhzG0trLU1ySEl4Zjt4lDSA"
                + "wiyF5iSI/y2XHhlbLxlkShRvbQt6oQiOzwCb9ACi/wO2"
        ),
        (
            PixelSize(width: 40, height: 100), "HwgKOxpwv4iIiIiIcB8IB3c=",
            "Ev+wf/xt4/c1BeeceN1m3ts5CsCUgbtx5LhQFZSNiY965YhmHGaBjGCA4lV7Iz92kDmG5TCSJSJrjxqG4xKgKRZnjwyH4QOo"
        ),
        (
            PixelSize(width: 80, height: 80), "X0iKRQwsgIetiHZ3d5RPCAu9UHcgh3V5eA==",
            "AAAAAIKHXBeGnFxJmrNXfLnAR63eyDfM+88w0oSJbRd+kWxCgaJseZS0aKqzvlnV2sRL6/fKRuxxh3dJbI13eXCaerGEpnndpatv+86uZf/utGP8Vm9y"
                + "fFR0d6pcfoDddIaF/ZiGgf/Ehn7/6IuA/UNKZ61GUHLVVFqE+3Bekf+YWZP/yFaV/+1amv88JlzMQixs61Y2hf91N5f/ny2e/9Amov/2J6r/OQ1T"
                + "0kIUZuxYHoL8eR2Y/aMPoP/TBaX/+QSt/w=="
        ),
        (PixelSize(width: 100, height: 13), "HwgKOZqAh4e/h3h4gB8ICIg=", "EIWHHoOFPISFYn9/kn16wHZy5HBp/3hx"),
    ]

    @Test("The cells are those of the published decoder, transparent ones too", arguments: known)
    func cells(size: PixelSize, hash: String, cells: String) throws {
        let preview = try #require(ThumbHash(ThumbHash.bytes(hash))).previewHash(of: size)
        let expected = Array(try #require(Data(base64Encoded: cells)))
        #expect(preview.count == 4 + expected.count)
        for (found, wanted) in zip(preview.dropFirst(4), expected) {
            #expect(abs(Int(found) - Int(wanted)) <= 1, "\(preview)")
        }
    }

    @Test("A hash of one colour gives cells of that colour, in the shape of the image")
    func plain() throws {
        // Lightness 1/2, no colour, no frequencies: their scales are 0.
        let first = UInt32(32) | UInt32(32) << 6 | UInt32(32) << 12
        let hash =
            [UInt8(first & 255), UInt8(first >> 8 & 255), UInt8(first >> 16), 7, 0]
            + [UInt8](repeating: 0x88, count: 26)
        let preview = try #require(ThumbHash(hash)).previewHash(of: PixelSize(width: 400, height: 300))
        #expect(Array(preview.prefix(4)) == [1, 0, 8, 6] && preview.count == 4 + 8 * 6 * 3)
        #expect(preview.dropFirst(4).allSatisfy { abs(Int($0) - 130) <= 6 }, "\(preview)")
        #expect(Set(preview.dropFirst(4)).count <= 3)
        for (size, columns, rows) in [
            (PixelSize(width: 1, height: 4000), 1, 8), (PixelSize(width: 3, height: 2), 3, 2),
        ] {
            let preview = try #require(ThumbHash(hash)).previewHash(of: size)
            #expect(Array(preview[2..<4]) == [UInt8(columns), UInt8(rows)])
        }
    }

    @Test("What is short, long or nothing is no hash")
    func wrong() {
        for bytes in [[], [1, 2, 3, 4], [UInt8](repeating: 7, count: 6), [UInt8](repeating: 0, count: 33)] {
            #expect(ThumbHash(bytes) == nil, "\(bytes.count)")
        }
        // Each cut of a true one is too short for its frequencies.
        for (_, hash, _) in Self.known {
            let bytes = ThumbHash.bytes(hash)
            for count in 0..<bytes.count { #expect(ThumbHash(Array(bytes.prefix(count))) == nil, "\(count)") }
        }
    }

    @Test("Any bytes are a hash of a valid preview, or none")
    func anything() {
        var numbers = SystemRandomNumberGenerator()
        for _ in 0..<3_000 {
            let bytes = (0..<Int.random(in: 0...34, using: &numbers)).map { _ in
                UInt8.random(in: 0...255, using: &numbers)
            }
            let sides = [1, 2, 3, 100, 4000]
            let size = PixelSize(width: sides.randomElement() ?? 1, height: sides.randomElement() ?? 1)
            for whole in [nil, size] {
                guard let preview = ThumbHash(bytes)?.previewHash(of: whole) else { continue }
                let (hasAlpha, columns, rows) = (preview[1] == 1, Int(preview[2]), Int(preview[3]))
                let side = hasAlpha ? 7 : 8
                #expect(preview[0] == 1 && (1...side).contains(columns) && (1...side).contains(rows), "\(bytes)")
                #expect(preview.count == 4 + columns * rows * (hasAlpha ? 4 : 3), "\(bytes)")
            }
        }
    }

    @Test("Base64 is read with and without padding, and nothing else is")
    func base64() {
        #expect(
            ThumbHash.bytes("AQI=") == [1, 2] && ThumbHash.bytes("AQI") == [1, 2] && ThumbHash.bytes("AQ==") == [1])
        #expect(ThumbHash.bytes("A-_B").isEmpty && ThumbHash.bytes("").isEmpty)
        #expect(ThumbHash(ThumbHash.bytes(String(repeating: "A", count: 100_000))) == nil)
    }

    @Test(
        "What a server hashed looks like the image that it was made of",
        .enabled(if: FakeImmich.isAvailable, FakeImmich.explanation))
    func served() throws {
        let server = try FakeImmich(["--synthetic", "40"])
        let library = try server.open()
        let assets = try library.assets(.all, FetchOptions(mediaTypes: .image))
        let hashed = assets.filter { $0.previewHash != nil }
        #expect(hashed.count == assets.count && !assets.isEmpty)
        for asset in hashed.prefix(12) {
            let preview = try #require(asset.previewHash)
            let longest = max(asset.pixelWidth, asset.pixelHeight)
            let columns = max(1, (2 * asset.pixelWidth * 8 + longest) / (2 * longest))
            #expect(Int(preview[2]) == columns || preview[1] == 1, "\(asset.pixelWidth)x\(asset.pixelHeight)")
        }
    }
}
