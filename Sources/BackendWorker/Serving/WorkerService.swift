internal import BackendAPI
internal import Platform

/// Implements `picker-helper worker`: serves one plugin to the host that started it, through the socket that it was
/// given.
package enum WorkerService {
    /// The descriptor of the control channel.
    static let controlDescriptor: Int32 = 3
    /// The descriptor of the plugin's open file in a process that serves or tries it, unless the host did not open it.
    package static let pluginDescriptor: Int32 = 4
    /// Codecs recurse little, so this is ample.
    private static let stackBytes = 1 << 20

    /// Serves until the host closes the control channel, and then ends the process at once, whatever its threads are
    /// doing.
    ///
    /// - Parameter load: loads the plugin from a path.
    package static func run(
        plugin: String, _ load: @escaping (_ path: String) throws(LoadFailure) -> PluginEntry
    ) -> Never {
        Descriptor(controlDescriptor).closeOnExec()
        guard (try? ProcessRestriction.endWithParent()) != nil else { CurrentProcess.exitAtOnce(71) }
        // Without the signal, a file that may not grow is an error of `write`.
        Signal.fileSizeLimit.ignore()
        let control = Channel(OwnedDescriptor(controlDescriptor))
        var isConfined = false
        let backend = ServedBackend(control: control) { () throws(LoadFailure) in try load(path(of: plugin)) }
        let buffer = MessageBuffer()
        do throws(WireError) {
            while true {
                let (kind, descriptor) = try control.receive(into: buffer)
                if kind == .confine {
                    var reader = buffer.reader
                    confine(try Sandbox(&reader), plugin, control)
                    isConfined = true
                }
                guard kind == .openChannel, let descriptor else { continue }
                // A channel starts a thread, which confining the process later would not affect.
                guard isConfined else { CurrentProcess.exitAtOnce(71) }
                // Without descriptors, this worker can open no channel. The host starts another one.
                guard let socket = descriptor.take() else { CurrentProcess.exitAtOnce(71) }
                let channel = Channel(socket)
                let isServed = DetachedThread.start(stackBytes: stackBytes) { backend.serve(channel) }
                guard isServed else { CurrentProcess.exitAtOnce(71) }
            }
        } catch {
            // The plugin's destructors and exit handlers need not run.
            CurrentProcess.exitAtOnce(0)
        }
    }

    /// The path from which the plugin is loaded: its own, by which it finds the libraries beside it, or that of the
    /// host's open file if another file, or none, has the plugin's path by now.
    private static func path(of plugin: String) -> String {
        let file = Descriptor(pluginDescriptor)
        guard let loaded = try? file.status() else { return plugin }
        file.closeOnExec()
        return FileStatus.Version(path: plugin) == loaded.version ? plugin : "/proc/self/fd/\(pluginDescriptor)"
    }

    /// Confines the process. This must come before the first channel, because threads that run already are not
    /// affected. If it fails and the administrator does not permit that, the process ends.
    private static func confine(_ sandbox: Sandbox, _ plugin: String, _ control: Channel) {
        guard let reason = Confinement.restrict(to: sandbox, plugin: plugin) else { return }
        var body = WireWriter()
        let warning = "a worker goes on without being confined: \(reason)"
        if sandbox.isOptional { body.integer(UInt32(PICKER_LOG_WARNING)) }
        if (try? body.text(sandbox.isOptional ? warning : reason)) != nil {
            try? control.send(sandbox.isOptional ? .log : .unconfined, body.body)
        }
        if !sandbox.isOptional { CurrentProcess.exitAtOnce(71) }
    }
}
