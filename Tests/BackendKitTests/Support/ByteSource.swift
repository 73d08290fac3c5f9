import ABIMemory
import BackendAPI

/// The bytes of a file to add, in pieces, as a host gives them.
final class ByteSource {
    private var pieces: [[UInt8]]
    /// What `read` answers when there is no piece left.
    private let end: picker_status
    private(set) var readCount = 0

    init(_ pieces: [[UInt8]], end: picker_status = PICKER_OK) {
        self.pieces = pieces
        self.end = end
    }

    func request(_ name: String, in arena: RecordArena, byteSize: UInt64? = nil) -> picker_add_request {
        var request = picker_add_request()
        request.struct_size = structSize(of: picker_add_request.self)
        request.filename = arena.string(name)
        request.flags = byteSize == nil ? 0 : PICKER_ADD_HAS_SIZE
        request.byte_size = byteSize ?? 0
        request.source_context = Unmanaged.passUnretained(self).toOpaque()
        request.read = { context, buffer, _, length in
            let source = Unmanaged<ByteSource>.fromOpaque(context!).takeUnretainedValue()  // Set above.
            source.readCount += 1
            guard !source.pieces.isEmpty else {
                length!.pointee = 0  // A backend has to have a place for it.
                return source.end
            }
            let piece = source.pieces.removeFirst()
            buffer!.update(from: piece, count: piece.count)  // Pieces of tests are smaller than any buffer.
            length!.pointee = UInt64(piece.count)
            return PICKER_OK
        }
        return request
    }
}
