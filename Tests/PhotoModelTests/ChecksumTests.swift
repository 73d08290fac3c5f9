import PhotoModel
import Testing

@Suite("Checksums")
struct ChecksumTests {
    @Test("CRC-32 has the check value of its catalogue, and of nothing it is zero")
    func crc32() {
        #expect(CRC32.checksum(of: Array("123456789".utf8)) == 0xCBF4_3926)
        #expect(CRC32.checksum(of: []) == 0)
        // The empty last chunk of every PNG.
        #expect(CRC32.checksum(of: Array("IEND".utf8)) == 0xAE42_6082)
    }
}
