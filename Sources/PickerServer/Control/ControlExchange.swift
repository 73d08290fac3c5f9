internal import Platform

/// One request over the control socket, on a thread of its own: a server that is stopped lets neither connecting nor reading end.
final class ControlExchange: Sendable {
    enum Outcome: Sendable {
        /// What came until the connection ended.
        case ended([UInt8])
        /// There was no connection.
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
            // Before it is closed: its number may be another's after that.
            state.withLock { state in
                state.connection = nil
                state.outcome = .ended(text)
            }
            _ = consume connection
        } catch {
            state.withLock { $0.outcome = .failed(error) }
        }
    }

    /// Ends it, wherever it is.
    ///
    /// - Returns: what became of it; nil: it was not over.
    func end() -> Outcome? {
        state.withLock { state in
            state.isOver = true
            state.connection?.disconnect()
            return state.outcome
        }
    }
}
