internal import Platform

/// Stands between a plugin and the server of its library, and makes the network do what networks do.
final class NetworkRelay: @unchecked Sendable {  // Unchecked: what changes is in the monitor.
    enum Behavior: Sendable, Equatable {
        /// As if it were not there.
        case pass
        /// No one listens at the port.
        case unreachable
        /// Each connection ends after so many bytes of the server.
        case cut(after: Int)
        /// Connections are taken, and nothing comes.
        case silent
        /// Each request gets this, and the server none.
        case answer(String)
    }

    private struct State {
        var behavior = Behavior.pass
        /// What the thread that accepts has seen last.
        var applied = Behavior.pass
        var connections: [Int: RelayedConnection] = [:]
        var next = 0
        var requestedBytes = 0
        var isOver = false
    }

    private static let stackBytes = 256 << 10

    /// Where plugins connect to.
    let port: UInt16
    private let server: UInt16
    private let state = Monitor(State())

    /// - Parameter server: the port of 127.0.0.1 where the server is.
    init(server: UInt16) throws(SystemError) {
        self.server = server
        let listener = try LoopbackListener()
        port = listener.port
        let number = Mutex(Optional(listener))
        _ = DetachedThread.start(stackBytes: Self.stackBytes) { [self] in
            accept(on: number.withLock { $0.take() })
        }
    }

    /// Bytes that the plugin sent so far, while they were passed on.
    var requestedBytes: Int { state.withLock { $0.requestedBytes } }

    /// From now on; connections that are open end.
    func behave(_ behavior: Behavior) {
        let open: [RelayedConnection] = state.withLock { state in
            state.behavior = behavior
            defer { state.connections = [:] }
            return Array(state.connections.values)
        }
        open.forEach { $0.cut() }
        state.waitUntil { $0.applied == behavior || $0.isOver ? () : nil }
    }

    /// Ends it for good.
    func end() {
        state.withLock { $0.isOver = true }
        behave(.unreachable)
    }

    private func accept(on first: consuming LoopbackListener?) {
        var listener = first
        while true {
            let (wanted, isOver) = state.withLock { ($0.behavior, $0.isOver) }
            if isOver { break }
            if wanted == .unreachable {
                listener = nil
            } else if listener == nil {
                listener = try? LoopbackListener(port: port)
            }
            state.withLock { $0.applied = wanted }
            state.wakeAll()
            guard listener != nil, let connection = try? listener?.accept(milliseconds: 5) else {
                if listener == nil { Threads.pause(milliseconds: 5) }
                continue
            }
            serve(RelayedConnection(connection))
        }
        state.wakeAll()
    }

    private func serve(_ connection: RelayedConnection) {
        let (number, behavior) = state.withLock { state in
            state.connections[state.next] = connection
            defer { state.next += 1 }
            return (state.next, state.behavior)
        }
        let isStarted = DetachedThread.start(stackBytes: Self.stackBytes) { [self] in
            run(connection, behavior)
            connection.cut()
            state.withLock { $0.connections[number] = nil }
        }
        if !isStarted { connection.cut() }
    }

    private func run(_ connection: RelayedConnection, _ behavior: Behavior) {
        let count = { @Sendable [self] (bytes: Int) in state.withLock { $0.requestedBytes += bytes } }
        switch behavior {
        case .pass: connection.relay(to: server, mostBytes: .max, count)
        case .cut(let most): connection.relay(to: server, mostBytes: most, count)
        case .silent: connection.swallow()
        case .answer(let text): connection.answer(text)
        case .unreachable: break
        }
    }
}

/// A connection of a plugin, and the one to the server that belongs to it.
final class RelayedConnection: @unchecked Sendable {  // Unchecked: what changes is in the mutex.
    private let plugin: OwnedDescriptor
    private let server = Mutex<OwnedDescriptor?>(nil)

    init(_ plugin: consuming OwnedDescriptor) { self.plugin = plugin }

    /// Neither side hears of the other any more.
    func cut() {
        plugin.borrowed.disconnect()
        server.withLock { $0?.borrowed.disconnect() }
    }

    /// Passes bytes on in both directions until one side ends, or the server sent so many.
    ///
    /// - Parameter count: hears how many bytes of the plugin are passed on, before they are.
    func relay(to port: UInt16, mostBytes: Int, _ count: @escaping @Sendable (Int) -> Void) {
        guard let made = try? LoopbackListener.connect(port: port) else { return }
        let upstream = made.borrowed
        let keeper = Mutex(Optional(made))
        server.withLock { $0 = keeper.withLock { $0.take() } }
        let requests = JoinableThread { [self] in
            Self.pass(from: plugin.borrowed, to: upstream, mostBytes: .max, count)
            upstream.disconnect()
        }
        Self.pass(from: upstream, to: plugin.borrowed, mostBytes: mostBytes) { _ in }
        cut()
        requests?.join()
    }

    private static func pass(from: Descriptor, to: Descriptor, mostBytes: Int, _ count: (Int) -> Void) {
        var left = mostBytes
        while left > 0, let bytes = try? from.read(count: min(left, 1 << 14)), !bytes.isEmpty {
            count(bytes.count)
            guard send(bytes, to: to) else { return }
            left -= bytes.count
        }
    }

    /// Reads what comes, and answers nothing.
    func swallow() {
        while let bytes = try? plugin.borrowed.read(count: 1 << 14), !bytes.isEmpty {}
    }

    /// Answers the first request.
    func answer(_ text: String) {
        var request: [UInt8] = []
        while !request.ends(with: "\r\n\r\n".utf8), request.count < 1 << 16,
            let bytes = try? plugin.borrowed.read(count: 1), !bytes.isEmpty
        { request += bytes }
        _ = Self.send(Array(text.utf8), to: plugin.borrowed)
    }

    private static func send(_ bytes: [UInt8], to: Descriptor) -> Bool {
        bytes.withUnsafeBytes { all in
            var rest = UnsafeRawBufferPointer(rebasing: all[...])
            while !rest.isEmpty {
                guard let count = try? to.send(rest, UnsafeRawBufferPointer(start: nil, count: 0), descriptor: nil),
                    count > 0
                else { return false }
                rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
            }
            return true
        }
    }
}

extension [UInt8] {
    fileprivate func ends(with bytes: String.UTF8View) -> Bool { suffix(bytes.count).elementsEqual(bytes) }
}
