import Testing

@testable import PostgresClient

@Suite("Numbers in the binary form of PostgreSQL")
struct BinaryNumberTests {
    private func integer(_ bytes: [UInt8]) -> Int64? { bytes.withUnsafeBufferPointer { SQLValue.integer(of: $0) } }
    private func real(_ bytes: [UInt8]) -> Double? { bytes.withUnsafeBufferPointer { SQLValue.real(of: $0) } }

    @Test("are read from the big end, with their sign")
    func integers() {
        #expect(integer([0xFE]) == -2 && integer([0x7F]) == 127)
        #expect(integer([0xFF, 0xFE]) == -2 && integer([1, 0]) == 256)
        #expect(integer([0xFF, 0xFF, 0xFF, 0xFE]) == -2 && integer([1, 0, 0, 0]) == 1 << 24)
        #expect(integer([0x80, 0, 0, 0, 0, 0, 0, 0]) == .min && integer([0, 0, 0, 0, 0, 0, 1, 2]) == 258)
        #expect(integer([]) == nil && integer([1, 2, 3]) == nil)
    }

    @Test("are read wherever they are in memory")
    func places() {
        let bytes: [UInt8] = [9, 0x40, 0x09, 0x21, 0xFB, 0x54, 0x44, 0x2D, 0x18]
        bytes.withUnsafeBufferPointer { all in
            let number = UnsafeBufferPointer(rebasing: all[1...])
            #expect(SQLValue.real(of: number) == Double.pi)
            #expect(SQLValue.integer(of: number) == Int64(bitPattern: Double.pi.bitPattern))
        }
        #expect(real([0, 0, 0, 0]) == nil && real([]) == nil)
    }
}
