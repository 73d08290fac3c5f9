internal import Logging
internal import PhotoModel
internal import PickerCommands
internal import PickerHost
internal import PickerServer
internal import Platform
internal import ServiceLifecycle

/// Runs the server of `serve` and `pick` until a signal or a picked selection ends it.
struct ServerRun {
    let server: PickerServer
    private let address: String
    private let group: ServiceGroup
    /// How the server ended. The first ending counts.
    private let endings: (stream: AsyncStream<Ending>, continuation: AsyncStream<Ending>.Continuation)

    private enum Ending: Sendable {
        case ended
        case failed(any Error)
        /// Something did not end in time, and is left behind.
        case cut
    }

    /// Longer than any image takes; a connection that is still open then is cut.
    private static let graceSeconds = 5

    /// - Parameter address: what `--listen` said, for messages.
    init(_ server: PickerServer, address: String) {
        self.server = server
        self.address = address
        var configuration = ServiceGroupConfiguration(
            services: [.init(service: server, successTerminationBehavior: .gracefullyShutdownGroup)],
            logger: Logger(label: "picker.service"))
        configuration.maximumGracefulShutdownDuration = .seconds(Self.graceSeconds)
        group = ServiceGroup(configuration: configuration)
        endings = AsyncStream.makeStream()
    }

    /// Raises the limit of descriptors to make room for connections. Call this before anything asks for the limit.
    static func raiseLimits() {
        do throws(SystemError) {
            try LimitedResource.raiseDescriptorLimit()
        } catch {
            Logger(label: "picker.service").warning("the limit of descriptors stays as it is: \(error)")
        }
    }

    /// Lets requests in flight end, then the server. A call into a backend that does not end is not waited for.
    func end() async {
        server.announceEnd()
        // Long enough for open pages of `pick` to hear it; a page that does not shows that the server is gone.
        try? await Task.sleep(for: .milliseconds(300))
        let continuation = endings.continuation
        Task {
            try? await Task.sleep(for: .seconds(Self.graceSeconds + 1))
            continuation.yield(.cut)
        }
        await group.triggerGracefulShutdown()
    }

    /// Runs the server to its end.
    ///
    /// - Parameters:
    ///   - onSignal: called first when a signal ends the server.
    ///   - reload: what a SIGHUP does that does not ask for the end; nil: nothing.
    /// - Returns: the signal that ended the server; nil if something else did.
    func run(
        signals: SignalInbox, onSignal: @escaping @Sendable () -> Void = {}, reload: (@Sendable () async -> Void)? = nil
    ) async throws -> Signal? {
        let watch = Task { () -> Signal? in
            let signal = await Self.lastSignal(signals, reload)
            if signal != nil {
                onSignal()
                await end()
            }
            return signal
        }
        let ending = await ending()
        watch.cancel()
        switch ending {
        case .ended: break
        case .failed(let error): throw explained(error)
        case .cut: StandardError.line("picker: a call into the backend did not end, and is left behind")
        }
        return await watch.value
    }

    /// The signal that is to end the server; nil if none came. Those before it were handled.
    private static func lastSignal(
        _ signals: SignalInbox, _ reload: (@Sendable () async -> Void)?
    ) async -> Signal? {
        // Reloads run one after the other, but do not keep later signals from being handled.
        var lastReload: Task<Void, Never>?
        for await signal in signals.stream {
            if signals.asksForEnd(signal) { return signal }
            guard let reload else { continue }
            lastReload = Task { [lastReload] in
                await lastReload?.value
                await reload()
            }
        }
        return nil
    }

    private func ending() async -> Ending {
        let (group, continuation) = (group, endings.continuation)
        Task {
            do {
                try await group.run()
                continuation.yield(.ended)
            } catch {
                continuation.yield(.failed(error))
            }
        }
        return await endings.stream.first { _ in true } ?? .ended
    }

    /// The error as users see it. What fails in practice is to bind the address.
    private func explained(_ error: any Error) -> any Error {
        // Its message says what is wrong.
        if error is PhotoError { return error }
        let text = String(describing: error)
        guard text.contains("bind") || text.contains("address") || text.contains("Address") else { return error }
        // SwiftNIO's message ends with: (errno: 98)
        let code = text.firstMatch(of: /errno: ([0-9]+)/).flatMap { Int32($0.1) }
        let reason = code.map { SystemError(code: $0).description } ?? text
        return CommandFailure(
            .unavailable, "\(address): cannot be listened on: \(reason); choose another with --listen HOST:PORT")
    }
}
