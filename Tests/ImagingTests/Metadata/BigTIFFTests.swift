import Imaging
import PhotoModel
import Testing

@Suite("A BigTIFF")
struct BigTIFFTests {
    /// Builds files with a maker, an orientation and a date, the last of which is in the directory of EXIF.
    private struct File {
        let isBigEndian: Bool
        /// The type of the pointer to that directory.
        let pointerType: Int

        var bytes: [UInt8] {
            let directoryStart = 16
            let exifStart = directoryStart + 8 + 3 * 20 + 8
            let date = Array("2021:01:31 10:21:30\0".utf8)
            let start = Array((isBigEndian ? "MM" : "II").utf8) + number(43, 2) + number(8, 2) + number(0, 2)
            let isShort = [4, 13].contains(pointerType)
            let pointer = isShort ? number(exifStart, 4) + number(0, 4) : number(exifStart, 8)
            let maker = entry(0x010F, 2, 5, Array("Leaf\0\0\0\0".utf8))
            let orientation = entry(0x0112, 3, 1, number(6, 2) + number(0, 6))
            let main = number(3, 8) + maker + orientation + entry(0x8769, pointerType, 1, pointer) + number(0, 8)
            let taken = entry(0x9003, 2, date.count, number(exifStart + 8 + 20 + 8, 8))
            return start + number(directoryStart, 8) + main + number(1, 8) + taken + number(0, 8) + date
        }

        private func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: [UInt8]) -> [UInt8] {
            number(tag, 2) + number(type, 2) + number(count, 8) + value
        }

        private func number(_ value: Int, _ length: Int) -> [UInt8] {
            let little = (0..<length).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
            return isBigEndian ? little.reversed() : little
        }
    }

    @Test("has the metadata of any other TIFF", arguments: [false, true], [4, 13, 16, 18])
    func metadata(isBigEndian: Bool, pointerType: Int) throws {
        let source = ImageSource(bytes: File(isBigEndian: isBigEndian, pointerType: pointerType).bytes)
        let metadata = try ImageDecoder().metadata(of: source)
        #expect(metadata.make == "Leaf" && metadata.orientation == .rotated90)
        #expect(metadata.dateTimeOriginal == CivilTime("2021-01-31T10:21:30"))
        #expect(try ImageDecoder().exifBlock(of: source) != nil)
    }

    @Test("may be cut off anywhere, or have any number in the place of an offset")
    func damaged() throws {
        let whole = File(isBigEndian: false, pointerType: 16).bytes
        for length in 16..<whole.count {
            _ = try? ImageDecoder().metadata(of: ImageSource(bytes: Array(whole[..<length])))
        }
        for place in 8..<whole.count - 8 {
            for value: UInt8 in [0x7F, 0xFF] {
                var bytes = whole
                bytes.replaceSubrange(place..<place + 8, with: repeatElement(value, count: 8))
                _ = try? ImageDecoder().metadata(of: ImageSource(bytes: bytes))
            }
        }
    }
}
