internal import ABIMemory
internal import BackendAPI

@testable internal import BackendWorker

/// One input of libFuzzer as the body of a message between a host and a worker: the first byte says of which kind, the
/// rest is the body. The other process may have been taken over, so nothing in it is to be believed.
public struct FuzzedMessage {
    private let kind: UInt8
    /// Memory of exactly the message's size, so that AddressSanitizer sees a byte too many.
    private let body: UnsafeMutableRawBufferPointer

    public init(_ bytes: UnsafePointer<UInt8>?, _ count: Int) {
        let input = UnsafeRawBufferPointer(start: bytes, count: count)
        kind = input.first ?? 0
        body = .allocate(byteCount: max(0, count - 1), alignment: 1)
        body.copyBytes(from: input.dropFirst())
    }

    /// - Returns: what libFuzzer wants to hear: 0, or -1 for an input that is not worth keeping because it has no kind.
    public func exercise() -> CInt {
        defer { body.deallocate() }
        let message = UnsafeRawBufferPointer(body)
        switch Int(kind) {
        case 0: Self.frame(message)
        case 1: Self.call(message)
        case 2..<2 + WireStructs.all.count:
            let type = WireStructs.all[Int(kind) - 2]
            Self.roundTrip(message, type)
        default: return -1
        }
        return 0
    }

    /// Reads a struct, writes it, and reads what was written: it must be the same.
    private static func roundTrip<Value: WireStruct>(_ body: UnsafeRawBufferPointer, _: Value.Type) {
        guard let written: [UInt8] = copy(body, Value.self) else { return }
        let again = written.withUnsafeBytes { copy($0, Value.self) }
        precondition(again == written, "\(Value.self) changes on its way")
    }

    /// What a writer makes of what a reader found; nil for a message that is refused.
    private static func copy<Value: WireStruct>(_ body: UnsafeRawBufferPointer, _: Value.Type) -> [UInt8]? {
        let arena = RecordArena()
        defer { withExtendedLifetime(arena) {} }
        var reader = WireReader(body, arena: arena)
        guard var value = try? reader.value(Value.self) else { return nil }
        var writer = WireWriter()
        guard (try? writer.value(&value)) != nil else { return nil }
        return writer.body
    }

    /// Where a frame's planes are is computed from its figures: never outside of what they need.
    private static func frame(_ body: UnsafeRawBufferPointer) {
        var reader = WireReader(body, arena: RecordArena())
        guard let present = try? reader.integer(UInt32.self), let frame = try? reader.value(picker_frame.self) else {
            return
        }
        let layout = FrameLayout(frame, present: present)
        precondition(layout.size <= FrameLayout.limit + 64, "\(layout)")
        for part in layout.planes + [layout.profile] {
            precondition(part.offset >= 0 && part.count >= 0 && part.offset + part.count <= layout.size, "\(layout)")
        }
        for plane in layout.planes.indices { _ = FrameLayout.samples(of: frame, plane: plane) }
    }

    /// What a call begins with, and a text and a number that follow it.
    private static func call(_ body: UnsafeRawBufferPointer) {
        let arena = RecordArena()
        defer { withExtendedLifetime(arena) {} }
        var reader = WireReader(body, arena: arena)
        guard let head = try? CallHeader(&reader) else { return }
        var writer = WireWriter()
        try? head.write(to: &writer)
        precondition(
            head.limits != nil || writer.body.elementsEqual(body.prefix(writer.body.count)),
            "\(head) changes on its way")
        _ = try? reader.text()
        _ = try? reader.double()
    }
}
