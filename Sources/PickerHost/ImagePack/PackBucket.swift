/// One place of a pack's table, which says where some images are. A pure value.
///
/// Nothing in it is believed: a record says itself what it is.
struct PackBucket: Hashable, Sendable {
    /// Where an image is: its key's tag, its record's position and length; all 0: free.
    struct Slot: Hashable, Sendable {
        static let length = 24

        var tag: UInt64 = 0
        var position: Int64 = 0
        var byteCount: Int64 = 0
    }

    static let slotCount = 8
    static let length = slotCount * Slot.length

    private(set) var slots: [Slot]

    /// - Parameter bytes: as they are in the file; what is missing at the end of a short file is free.
    init(_ bytes: [UInt8]) {
        slots = (0..<Self.slotCount).map { index in
            let start = index * Slot.length
            guard start + Slot.length <= bytes.count else { return Slot() }
            return Slot(
                tag: bytes.number(at: start), position: bytes.number(at: start + 8),
                byteCount: bytes.number(at: start + 16))
        }
    }

    /// Where the image of a key may be.
    func slots(for key: PackKey, in layout: PackLayout) -> [Slot] {
        let lengths = Int64(PackRecord.headerLength)...Int64(layout.recordLimit)
        return slots.filter { $0.tag == key.tag && $0.position >= 0 && lengths.contains($0.byteCount) }
    }

    /// The slot that a new image takes: that of its key, a free one, or the one whose record is overwritten next.
    ///
    /// - Parameter position: of the new image.
    func index(for key: PackKey, at position: Int64, in layout: PackLayout) -> Int {
        if let same = slots.firstIndex(where: { $0.tag == key.tag }) { return same }
        let live = max(0, position - layout.ringLength)...position
        if let dead = slots.firstIndex(where: { $0.tag == 0 || !live.contains($0.position) }) { return dead }
        return slots.indices.min { slots[$0].position < slots[$1].position } ?? 0
    }
}

extension PackBucket.Slot {
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(number: tag)
        bytes.append(number: position)
        bytes.append(number: byteCount)
        return bytes
    }
}
