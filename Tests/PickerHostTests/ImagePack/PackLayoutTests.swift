import Testing

@testable import PickerHost

@Suite("Layout of a pack") struct PackLayoutTests {
    @Test("The layout of a pack never takes more than it was given", arguments: [1 << 16, 100_001, 1 << 20, 512 << 20])
    func bound(byteCount: Int64) throws {
        let layout = try #require(PackLayout(byteCount: byteCount))
        #expect(layout.byteCount <= byteCount && layout.byteCount > byteCount * 9 / 10)
        #expect(layout.ringOffset % 8 == 0 && layout.ringLength % 8 == 0)
        #expect(PackLayout(header: layout.header) == layout)
    }

    @Test("The layout of a pack needs room for something")
    func tooSmall() {
        for byteCount: Int64 in [-1, 0, 1 << 16 - 1] { #expect(PackLayout(byteCount: byteCount) == nil) }
    }

    @Test("The layout of a pack is read from its header however much it was given")
    func largest() throws {
        let most: Int64 = 1 << 48
        for byteCount: Int64 in [most, most + 1, .max] {
            let layout = try #require(PackLayout(byteCount: byteCount))
            #expect(PackLayout(header: layout.header) == layout && layout.byteCount <= most)
        }
    }

    @Test("The layout of a pack is not read from a header that is damaged or cut off")
    func damaged() throws {
        let header = try #require(PackLayout(byteCount: 1 << 20)).header
        for index in 0..<32 {
            var damaged = header
            damaged[index] ^= 0x10
            #expect(PackLayout(header: damaged) == nil, "byte \(index)")
        }
        for length in 0..<header.count { #expect(PackLayout(header: Array(header[..<length])) == nil) }
    }

    @Test("The layout of a pack is not read from a header with a ring in which no record has room")
    func noRoom() throws {
        for length: Int64 in [1, 1151] {
            var header = Array("PICKPAK1".utf8)
            header.append(number: length)
            header.append(number: Int64(8))
            header.append(number: checksum(header[...]))
            header.append(number: Int64(0))
            #expect(PackLayout(header: header) == nil)
        }
    }

    @Test("The layout of a pack puts records into the ring in one piece, one after the other, whatever the header says")
    func places() throws {
        let layout = try #require(PackLayout(byteCount: 1 << 16))
        var head: Int64 = 0
        for number in 0..<1000 {
            let length = 73 + number * 37 % (layout.recordLimit - 73)
            let position = layout.place(length, head: head)
            #expect(position >= head && position % 8 == 0)
            #expect(layout.offset(position) >= layout.ringOffset)
            #expect(layout.offset(position) + Int64(length) <= layout.byteCount)
            head = position + Int64(length)
        }
        for head in [Int64.min, -1, .max, 1 << 60] {
            let position = layout.place(100, head: head)
            #expect(position >= 0 && layout.offset(position) + 100 <= layout.byteCount)
        }
    }

    @Test(
        "The layout of a pack gives the slot of its key, a free one or a dead one to an image, then that of the oldest")
    func slots() throws {
        let layout = try #require(PackLayout(byteCount: 1 << 16))
        let key = PackSamples.key(1)
        func bucket(_ slots: [PackBucket.Slot]) -> PackBucket { PackBucket(slots.flatMap(\.bytes)) }
        let now = layout.ringLength * 3
        let full = (1...8).map { PackBucket.Slot(tag: UInt64($0), position: now - Int64($0) * 80, byteCount: 100) }
        #expect(bucket(full).index(for: key, at: now, in: layout) == 7)
        var own = full
        own[3].tag = key.tag
        #expect(bucket(own).index(for: key, at: now, in: layout) == 3)
        #expect(bucket(own).slots(for: key, in: layout) == [own[3]])
        var free = full
        free[5] = PackBucket.Slot()
        #expect(bucket(free).index(for: key, at: now, in: layout) == 5)
        var dead = full
        dead[2].position = now - layout.ringLength - 8
        #expect(bucket(dead).index(for: key, at: now, in: layout) == 2)
        // What no pack writes is not followed.
        own[3].byteCount = .max
        #expect(bucket(own).slots(for: key, in: layout).isEmpty)
        (own[3].byteCount, own[3].position) = (100, -8)
        #expect(bucket(own).slots(for: key, in: layout).isEmpty)
        #expect(PackBucket([]).slots(for: key, in: layout).isEmpty)
    }
}
