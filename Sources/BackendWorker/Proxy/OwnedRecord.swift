internal import ABIMemory
internal import BackendAPI

/// A record that came over the wire, and owns the memory that it points to.
///
/// Unchecked: written in `init` only.
final class OwnedRecord<Record: WireStruct & BitwiseCopyable>: @unchecked Sendable {
    let value: Record
    private let body: UnsafeMutableRawBufferPointer
    private let arena = RecordArena(capacity: 256)

    init(_ reader: inout WireReader) throws(WireError) {
        var found = try reader.value(Record.self)
        var writer = WireWriter()
        try writer.value(&found)
        body = .allocate(byteCount: writer.body.count, alignment: 16)
        body.copyBytes(from: writer.body)
        var own = WireReader(UnsafeRawBufferPointer(body), arena: arena)
        do throws(WireError) {
            value = try own.value(Record.self)
        } catch {
            body.deallocate()
            throw error
        }
    }

    deinit { body.deallocate() }
}
