internal import BackendAPI

/// The kit's end of an addition: gives the bytes of a new file, and fails on request.
final class AddSource {
    private let bytes: [UInt8]
    private var position = 0
    /// Answers this to the request with that number, counted from 1; nil: it never fails.
    private let failure: (number: Int, status: picker_status)?
    /// Whether it gives as many bytes as there is room for; otherwise it gives small pieces.
    private let fillsRoom: Bool
    private(set) var requests = 0
    /// Is called at each request, before it is answered.
    var onRequest: () -> Void = {}

    init(_ bytes: [UInt8], failure: (number: Int, status: picker_status)? = nil, fillsRoom: Bool = false) {
        self.bytes = bytes
        self.failure = failure
        self.fillsRoom = fillsRoom
    }

    var context: UnsafeMutableRawPointer { LeakedMemory.leak(self) }

    /// Pieces are small, so that there are several, and some are smaller than the first bytes by which a format is known.
    private static let pieces = [1, 1024, 2, 2048, 15, 700]

    private func read(_ buffer: UnsafeMutablePointer<UInt8>, _ capacity: UInt64) -> (picker_status, UInt64) {
        requests += 1
        onRequest()
        if let failure, requests == failure.number { return (failure.status, 0) }
        let piece = fillsRoom ? .max : Self.pieces[(requests - 1) % Self.pieces.count]
        let count = min(bytes.count - position, Int(clamping: capacity), piece)
        buffer.update(from: Array(bytes[position..<position + count]), count: count)
        position += count
        return (PICKER_OK, UInt64(count))
    }

    static func receive(
        _ context: UnsafeMutableRawPointer?, _ buffer: UnsafeMutablePointer<UInt8>?, _ capacity: UInt64,
        _ length: UnsafeMutablePointer<UInt64>?
    ) -> picker_status {
        guard let context, let buffer, let length else { return PICKER_INVALID_ARGUMENT }
        let answer = Unmanaged<AddSource>.fromOpaque(context).takeUnretainedValue().read(buffer, capacity)
        length.pointee = answer.1
        return answer.0
    }
}
