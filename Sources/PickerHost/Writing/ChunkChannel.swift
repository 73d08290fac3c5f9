internal import PhotoModel
internal import Platform

/// Carries the pieces of an asynchronous sequence to the thread that writes them, few at a time: neither waits for the
/// other without end, and memory does not grow with the file.
final class ChunkChannel: Sendable, ByteReader {
    private static let capacity = 4

    private struct State {
        var pieces: [ArraySlice<UInt8>] = []
        /// Set once nothing more will come, with what ended it.
        var end: Result<Void, PhotoError>?
        /// The sender, while there is no room.
        var sender: CheckedContinuation<Void, Never>?
    }

    private let monitor = Monitor(State())

    /// Sends all pieces, until the sequence ends or the reader wants no more.
    func fill<Pieces: AsyncSequence>(from pieces: Pieces) async where Pieces.Element == [UInt8] {
        do {
            for try await piece in pieces where !piece.isEmpty {
                guard await send(piece) else { return }
            }
            end(.success(()))
        } catch let error as PhotoError {
            end(.failure(error))
        } catch is CancellationError {
            end(.failure(.cancelled))
        } catch {
            end(.failure(PhotoError(.io, "the photo's bytes did not come to an end: \(error)")))
        }
    }

    /// Ends it from the reader's side: what was not read is dropped. The first end counts.
    func end(_ result: Result<Void, PhotoError>) {
        let sender = monitor.withLock { state in
            if state.end == nil { state.end = result }
            if case .failure = state.end { state.pieces = [] }
            return state.sender.take()
        }
        sender?.resume()
        monitor.wakeAll()
    }

    /// - Returns: false when the reader wants no more.
    private func send(_ piece: [UInt8]) async -> Bool {
        await withCheckedContinuation { continuation in
            let mustWait = monitor.withLock { state in
                guard state.end == nil, state.pieces.count >= Self.capacity else { return false }
                state.sender = continuation
                return true
            }
            if !mustWait { continuation.resume() }
        }
        let isWanted = monitor.withLock { state in
            guard state.end == nil else { return false }
            state.pieces.append(piece[...])
            return true
        }
        monitor.wakeAll()
        return isWanted
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(PhotoError) -> Int {
        let (result, sender) = monitor.waitUntil {
            state -> (Result<Int, PhotoError>, CheckedContinuation<Void, Never>?)? in
            if let first = state.pieces.first {
                let count = min(first.count, buffer.count)
                buffer.copyBytes(from: first.prefix(count))
                state.pieces[0] = first.dropFirst(count)
                guard state.pieces[0].isEmpty else { return (.success(count), nil) }
                state.pieces.removeFirst()
                return (.success(count), state.sender.take())
            }
            return state.end.map { ($0.map { 0 }, nil) }
        }
        sender?.resume()
        return try result.get()
    }
}
