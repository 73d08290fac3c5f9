internal import Logging
internal import PickerHost
internal import PickerServer
internal import ServiceLifecycle

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// Runs the server of `serve` and `pick` until a signal or a picked selection ends it.
struct ServerRun {
    let server: PickerServer
    private let address: String
    private let group: ServiceGroup

    /// - Parameter address: what `--listen` said, for messages.
    init(_ server: PickerServer, address: String) {
        self.server = server
        self.address = address
        var configuration = ServiceGroupConfiguration(
            services: [.init(service: server, successTerminationBehavior: .gracefullyShutdownGroup)],
            logger: Logger(label: "picker.service"))
        // Longer than any image takes; a connection that is still open then is cut.
        configuration.maximumGracefulShutdownDuration = .seconds(5)
        group = ServiceGroup(configuration: configuration)
    }

    /// Lets requests in flight end, then the server.
    func end() async {
        server.announceEnd()
        // Long enough for open pages to hear it; a page that does not shows that the server is gone.
        try? await Task.sleep(for: .milliseconds(300))
        await group.triggerGracefulShutdown()
    }

    /// - Parameter reload: what SIGHUP does; nil: it ends the server.
    /// - Returns: the signal that ended the server; nil when something else did.
    func run(signals: SignalInbox, reload: (@Sendable () async -> Void)? = nil) async throws -> Int32? {
        let watch = Task { () -> Int32? in
            for await number in signals.stream {
                if number == SIGHUP, let reload {
                    await reload()
                } else {
                    await end()
                    return number
                }
            }
            return nil
        }
        do {
            try await group.run()
        } catch {
            watch.cancel()
            throw explained(error)
        }
        watch.cancel()
        return await watch.value
    }

    /// Binding is what fails in practice.
    private func explained(_ error: any Error) -> any Error {
        let text = String(describing: error)
        guard text.contains("bind") || text.contains("address") || text.contains("Address") else { return error }
        // SwiftNIO's words end with: (errno: 98)
        let code = text.firstMatch(of: /errno: ([0-9]+)/).flatMap { Int32($0.1) }
        let reason = code.map { String(cString: strerror($0)) } ?? text
        return CommandFailure(
            .unavailable, "\(address): cannot be listened on: \(reason); choose another with --listen HOST:PORT")
    }
}
