internal import Hummingbird
internal import PickerHost

extension ResponseBodyWriter {
    /// Writes bytes in pieces, each when the one before it has been passed to the system or soon will be. So a large
    /// answer is not copied as a whole for a client that does not read, and a client that reads slowly is seen to make
    /// progress.
    mutating func write(inPieces bytes: [UInt8]) async throws {
        for start in stride(from: 0, to: bytes.count, by: answerPieceLength) {
            try await write(ByteBuffer(bytes: bytes[start..<min(start + answerPieceLength, bytes.count)]))
        }
    }
}

/// The number of bytes that SwiftNIO buffers for a connection before writers have to wait.
let answerPieceLength = 64 << 10
