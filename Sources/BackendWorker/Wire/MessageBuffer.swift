internal import ABIMemory

/// Where the body of a message is received, used again for the next.
final class MessageBuffer {
    private var room = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 16)
    private(set) var count = 0
    let arena = RecordArena()
    /// What each message begins with: the length of its body, and its kind.
    static let headSize = 8
    let head = UnsafeMutableRawBufferPointer.allocate(byteCount: headSize, alignment: 8)

    deinit {
        head.deallocate()
        room.deallocate()
    }

    var reader: WireReader { WireReader(UnsafeRawBufferPointer(rebasing: room[..<count]), arena: arena) }

    func begin() {
        count = 0
        arena.reset()
    }

    /// Room for some of the bytes that are still to come: memory grows with what comes, not with what is promised.
    func room(for missing: Int) -> UnsafeMutableRawBufferPointer {
        let wanted = min(missing, max(1 << 16, count))
        if room.count - count < wanted {
            let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: count + wanted, alignment: 16)
            larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: room[..<count]))
            room.deallocate()
            room = larger
        }
        return UnsafeMutableRawBufferPointer(rebasing: room[count..<count + min(missing, room.count - count)])
    }

    func fill(_ number: Int) { count += number }

    /// Gives up memory that one large message took.
    func shrink() {
        guard count == 0, room.count > 1 << 20 else { return }
        room.deallocate()
        room = .allocate(byteCount: 4096, alignment: 16)
    }
}
