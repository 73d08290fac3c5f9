import Platform
import Testing

@Suite("Aligned memory")
struct AlignedMemoryTests {
    @Test(
        "begins at a multiple of what was asked for, and holds as many bytes", arguments: [16, 64, 4096],
        [1, 100, 480_000, 9 << 20])
    func isAligned(alignment: Int, byteCount: Int) throws {
        let memory = try #require(alignedMemory(byteCount: byteCount, alignment: alignment))
        defer { freeAlignedMemory(memory) }
        #expect(Int(bitPattern: memory) % alignment == 0)
        memory.initializeMemory(as: UInt8.self, repeating: 7, count: byteCount)
        #expect(memory.load(fromByteOffset: byteCount - 1, as: UInt8.self) == 7)
    }

    // Not what malloc is asked for in vain: the sanitizers end the process then.
    @Test("is nil for more than can be counted")
    func tooMuch() {
        #expect(alignedMemory(byteCount: .max - 10, alignment: 64) == nil)
    }
}
