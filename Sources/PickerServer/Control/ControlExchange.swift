internal import Platform

/// One request over the control socket, on a thread of its own: if the server's process is stopped, neither connecting
/// nor reading returns.
final class ControlExchange: Sendable {
    enum Outcome: Sendable {
        /// The connection ended, after these bytes.
        case ended([UInt8])
        /// The connection could not be made.
        case failed(SystemError)
    }

    private struct State {
        var connection: Descriptor?
        var isOver = false
        var outcome: Outcome?
    }

    private let state = Mutex(State())

    /// Connects, sends `request` and reads up to the end.
    func run(_ request: String, with server: Int32, in folder: ControlFolder) {
        do throws(SystemError) {
            let connection = try folder.socket(of: server).connect()
            let descriptor = connection.borrowed
            let isOver = state.withLock { state in
                state.connection = descriptor
                return state.isOver
            }
            var text: [UInt8] = []
            if !isOver {
                try? descriptor.write(request.utf8)
                text = (try? descriptor.readToEnd()) ?? []
            }
            // Before the descriptor is closed: after that, its number may belong to another one.
            state.withLock { state in
                state.connection = nil
                state.outcome = .ended(text)
            }
            _ = consume connection
        } catch {
            state.withLock { $0.outcome = .failed(error) }
        }
    }

    /// Ends the exchange, wherever it is.
    ///
    /// - Returns: its outcome; nil if it was not over yet.
    func end() -> Outcome? {
        state.withLock { state in
            state.isOver = true
            state.connection?.disconnect()
            return state.outcome
        }
    }
}
