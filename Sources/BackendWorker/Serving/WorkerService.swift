internal import BackendAPI
internal import CHostSupport
internal import SystemThreads

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// What `picker-worker` runs: serves one plugin to the host that started it, over the socket that it was given.
package enum WorkerService {
    /// Where the control channel is in the worker.
    static let controlDescriptor: Int32 = 3
    /// Codecs recurse little; what they need fits well.
    private static let stackBytes = 1 << 20

    /// Serves until the host closes the control channel, and ends the process: whatever else goes on in it.
    package static func run(plugin: String, _ load: @escaping () throws(LoadFailure) -> PluginEntry) -> Never {
        _ = fcntl(controlDescriptor, F_SETFD, FD_CLOEXEC)
        guard picker_host_confine() == 0 else { _exit(71) }
        // A file that may not grow is an error of the write.
        signal(SIGXFSZ, SIG_IGN)
        let control = Channel(socket: controlDescriptor)
        let backend = ServedBackend(control: control, load: load)
        let buffer = MessageBuffer()
        do throws(WireError) {
            while true {
                let (kind, descriptor) = try control.receive(into: buffer)
                if kind == .confine {
                    var reader = buffer.reader
                    confine(try WorkerPlaces(&reader), plugin, control)
                }
                guard kind == .openChannel, let descriptor else { continue }
                // Without descriptors nothing goes on here. The host starts another worker.
                guard descriptor.number >= 0 else { _exit(71) }
                let channel = Channel(socket: descriptor.take())
                guard DetachedThread.start(stackBytes: stackBytes, { backend.serve(channel) }) else { _exit(71) }
            }
        } catch {
            // Without destructors and exit handlers: those of the plugin are no business of anybody any more.
            _exit(0)
        }
    }

    /// Threads that run already stay as they are: the host opens its channels afterwards.
    private static func confine(_ places: WorkerPlaces, _ plugin: String, _ control: Channel) {
        guard let warning = Confinement.restrict(to: places, plugin: plugin) else { return }
        var body = WireWriter()
        body.integer(UInt32(PICKER_LOG_WARNING))
        guard (try? body.text(warning)) != nil else { return }
        try? control.send(.log, body.body)
    }
}
