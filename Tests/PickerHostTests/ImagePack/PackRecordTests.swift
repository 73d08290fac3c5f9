import PhotoModel
import Testing

@testable import PickerHost

@Suite("Records of a pack") struct PackRecordTests {
    private let key = PackSamples.key(1)
    private let image = PackSamples.image(1)

    @Test("Records give back the image that they were made of", arguments: 1...6)
    func roundTrip(number: Int) throws {
        let image = PackSamples.image(number, byteCount: number * 100 - 100)
        let bytes = try #require(PackRecord.bytes(of: image, key: key, position: 16))
        #expect(bytes.count == PackRecord.length(of: image))
        #expect(PackRecord.image(in: bytes, key: key, position: 16)?.isSame(image) == true)
    }

    @Test("Records of another key or position, or that are longer or shorter, are none")
    func others() throws {
        let bytes = try #require(PackRecord.bytes(of: image, key: key, position: 16))
        #expect(PackRecord.image(in: bytes, key: PackSamples.key(2), position: 16) == nil)
        #expect(PackRecord.image(in: bytes, key: key, position: 24) == nil)
        #expect(PackRecord.image(in: bytes + [0], key: key, position: 16) == nil)
        for length in 0..<bytes.count {
            #expect(PackRecord.image(in: Array(bytes[..<length]), key: key, position: 16) == nil, "\(length)")
        }
    }

    @Test("Records in which any bit is another are none")
    func flipped() throws {
        let bytes = try #require(PackRecord.bytes(of: PackSamples.image(1, byteCount: 40), key: key, position: 16))
        for index in bytes.indices {
            for bit in 0..<8 {
                var damaged = bytes
                damaged[index] ^= 1 << bit
                #expect(PackRecord.image(in: damaged, key: key, position: 16) == nil, "bit \(bit) of byte \(index)")
            }
        }
    }

    @Test("Records are not made of images that are degraded or incomplete")
    func notKept() {
        let size = PixelSize(width: 1, height: 1)
        for (isDegraded, isIncomplete) in [(true, false), (false, true)] {
            let image = EncodedImage(
                bytes: [1], mimeType: "image/png", size: size, isDegraded: isDegraded, isIncomplete: isIncomplete,
                previewHash: [])
            #expect(PackRecord.bytes(of: image, key: key, position: 0) == nil)
        }
    }
}
