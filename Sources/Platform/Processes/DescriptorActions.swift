internal import CPlatform
internal import Glibc

/// What a new process does with its descriptors before it executes its program: it keeps the given ones, under their
/// new numbers, and closes all others.
struct DescriptorActions: ~Copyable {
    let pointer = UnsafeMutablePointer<posix_spawn_file_actions_t>.allocate(capacity: 1)
    /// Duplicates that are kept until the process was started.
    private let copies: [DescriptorCopy]

    init(_ descriptors: [Int32: Descriptor]) throws(SystemError) {
        let highest = max(STDERR_FILENO, descriptors.keys.max() ?? 0)
        let (moves, copies) = try Self.moves(descriptors, highest: highest)
        self.copies = copies
        posix_spawn_file_actions_init(pointer)
        // Also from a number to itself, which clears close-on-exec.
        for (child, parent) in moves { posix_spawn_file_actions_adddup2(pointer, parent, child) }
        // After the moves, because these numbers may be sources of moves.
        for number in 0...highest where descriptors[number] == nil {
            if number <= STDERR_FILENO {
                let mode = number == STDIN_FILENO ? O_RDONLY : O_WRONLY
                posix_spawn_file_actions_addopen(pointer, number, "/dev/null", mode, 0)
            } else {
                posix_spawn_file_actions_addclose(pointer, number)
            }
        }
        platform_close_from(pointer, highest + 1)
    }

    deinit {
        posix_spawn_file_actions_destroy(pointer)
        pointer.deallocate()
    }

    private typealias Move = (child: Int32, parent: Int32)

    /// Orders the moves so that none overwrites the source of a later one. A cycle is broken by a duplicate of one
    /// source.
    private static func moves(
        _ descriptors: [Int32: Descriptor], highest: Int32
    ) throws(SystemError) -> ([Move], [DescriptorCopy]) {
        var pending = descriptors.map { Move(child: $0, parent: $1.number) }.sorted { $0.child < $1.child }
        var (moves, copies): ([Move], [DescriptorCopy]) = ([], [])
        while !pending.isEmpty {
            let next = pending.firstIndex { move in
                !pending.contains { $0.child != move.child && $0.parent == move.child }
            }
            if let next {
                moves.append(pending.remove(at: next))
            } else {
                let copy = DescriptorCopy(try Descriptor(pending[0].parent).duplicate(minimum: highest + 1))
                pending[0].parent = copy.descriptor.borrowed.number
                copies.append(copy)
            }
        }
        return (moves, copies)
    }
}

/// Makes it possible to keep a descriptor in an array.
private final class DescriptorCopy {
    let descriptor: OwnedDescriptor
    init(_ descriptor: consuming OwnedDescriptor) { self.descriptor = descriptor }
}
