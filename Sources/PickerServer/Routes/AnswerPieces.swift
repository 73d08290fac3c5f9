internal import Hummingbird
internal import PickerHost

extension ResponseBodyWriter {
    /// Writes bytes in pieces, each when the one before it is with the system or soon will be. A large answer is then not
    /// copied whole for a client that does not read, and one that reads slowly is seen to.
    mutating func write(inPieces bytes: [UInt8]) async throws {
        for start in stride(from: 0, to: bytes.count, by: answerPieceLength) {
            try await write(ByteBuffer(bytes: bytes[start..<min(start + answerPieceLength, bytes.count)]))
        }
    }
}

/// As much as SwiftNIO keeps for a connection before it has writers wait.
let answerPieceLength = 64 << 10
