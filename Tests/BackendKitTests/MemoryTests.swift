import ABIMemory
import BackendAPI
import Testing

@Suite("A struct that knows its size") struct BoundedCopyTests {
    @Test("A struct that knows its size is read as far as its writer filled it, the rest from the defaults (R5.2)")
    func read() {
        var source = picker_rect(x: 12, y: 7, width: 8, height: 9)  // The first field stands for struct_size.
        source.x = 8
        let copy = boundedCopy(of: &source, into: picker_rect(x: 1, y: 2, width: 3, height: 4))
        #expect((copy.x, copy.y, copy.width, copy.height) == (8, 7, 3, 4))
    }

    @Test("A struct that knows its size is read no further than this side knows it")
    func larger() {
        var source = picker_rect(x: 4000, y: 1, width: 2, height: 3)
        let copy = boundedCopy(of: &source, into: picker_rect())
        #expect((copy.y, copy.width, copy.height) == (1, 2, 3))
    }

    @Test(
        "A struct that knows its size is filled as far as there is room, and says how far (R5.3)",
        arguments: [4, 8, 12, 16, 400] as [UInt32])
    func fill(room: UInt32) {
        var destination = picker_rect(x: room, y: 0, width: 0, height: 0)
        #expect(boundedFill(&destination, with: picker_rect(x: 16, y: 1, width: 2, height: 3)))
        #expect(destination.x == min(room, 16))
        #expect(destination.y == (room >= 8 ? 1 : 0) && destination.height == (room >= 16 ? 3 : 0))
    }

    @Test(
        "A struct that knows its size is left alone when there is no room even for its size",
        arguments: [0, 1, 3] as [UInt32])
    func noRoom(room: UInt32) {
        var destination = picker_rect(x: room, y: 5, width: 5, height: 5)
        #expect(!boundedFill(&destination, with: picker_rect(x: 16, y: 1, width: 2, height: 3)))
        #expect(destination.x == room && destination.y == 5)
    }
}

@Suite("An arena of strings") struct RecordArenaTests {
    @Test("An arena of strings keeps every string of a record where it is while it grows")
    func growth() throws {
        let arena = RecordArena(capacity: 16)
        let texts = (0..<300).map { String(repeating: "ä🌄\($0)", count: $0 % 23) }
        let copies = texts.map { arena.string($0) }
        for (copy, text) in zip(copies, texts) { #expect(try copy.text() == text) }
    }

    @Test("An arena of strings distinguishes empty from absent (R8.2)")
    func emptyAndAbsent() throws {
        let arena = RecordArena()
        #expect(arena.string(nil).data == nil && arena.bytes(nil).data == nil)
        #expect(arena.string("").data != nil && arena.string("").length == 0)
        #expect(arena.bytes([]).array == [])
        #expect(try arena.string(nil).text() == nil && arena.string("").text() == "")
    }

    @Test("An arena of strings aligns arrays whatever is before them")
    func alignment() {
        let arena = RecordArena(capacity: 64)
        for length in 0..<40 {
            _ = arena.string(String(repeating: "x", count: length))
            let values = arena.array([UInt64(length), 2, 3])
            #expect(values.map { UInt(bitPattern: $0) % 8 } == 0 && values?[0] == UInt64(length))
        }
        #expect(arena.array([UInt64]()) == nil)
    }

    @Test("An arena of strings is used again for the next record")
    func reset() throws {
        let arena = RecordArena(capacity: 32)
        let first = arena.string("first").data
        arena.reset()
        let second = arena.string("other")
        #expect(second.data == first)
        #expect(try second.text() == "other")
    }
}

@Suite("A string of the ABI") struct StringTests {
    @Test(
        "A string of the ABI that is not UTF-8 is refused",
        arguments: [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xC0, 0x80]] as [[UInt8]])
    func invalid(bytes: [UInt8]) {
        let arena = RecordArena()
        let raw = arena.bytes(bytes)
        let text = picker_string(
            data: raw.data.map { UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self) }, length: raw.length)
        #expect(throws: InvalidUTF8.self) { try text.text() }
        withExtendedLifetime(arena) {}
    }
}
