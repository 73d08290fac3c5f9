internal import ABIMemory

/// The memory into which the body of a message is received. It is reused for each message.
final class MessageBuffer {
    private var room = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 16)
    private(set) var count = 0
    let arena = RecordArena()
    /// The bytes of the header of each message: the length of its body, and its kind.
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

    /// Room for some of the missing bytes. Memory grows with what has come, not with what the header promises.
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

    /// Frees the memory that a large message took.
    func shrink() {
        guard count == 0, room.count > 1 << 20 else { return }
        room.deallocate()
        room = .allocate(byteCount: 4096, alignment: 16)
    }
}
