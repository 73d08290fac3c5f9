internal import ABIMemory
internal import BackendAPI

/// What a plugin says of itself, with memory of its own for what it points to.
final class OwnedBackendInfo: @unchecked Sendable {  // Unchecked: written in init only.
    private(set) var info: picker_backend_info
    private let arena = RecordArena()

    init(_ reader: inout WireReader) throws(WireError) {
        info = try reader.value(picker_backend_info.self)
        info.id = copy(of: info.id)
        info.name = copy(of: info.name)
        info.version = copy(of: info.version)
        guard let list = info.formats else { return }
        info.formats = arena.array((0..<Int(info.format_count)).map { copy(of: list[$0]) }) ?? list
        if info.format_count == 0 { info.formats = nil }
    }

    /// Bytes and not characters: whether they are text is the host's question.
    private func copy(of text: picker_string) -> picker_string {
        guard let data = text.data else { return text }
        let bytes = UnsafeRawBufferPointer(start: data, count: Int(text.length))
        let copied = arena.bytes(Array(bytes))
        return picker_string(
            data: UnsafeRawPointer(copied.data)?.assumingMemoryBound(to: CChar.self), length: text.length)
    }
}
