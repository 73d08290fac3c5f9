internal import BackendAPI
internal import Platform

/// What `picker-helper worker` runs: serves one plugin to the host that started it, over the socket that it was given.
package enum WorkerService {
    /// Where the control channel is in the worker.
    static let controlDescriptor: Int32 = 3
    /// Where the plugin's file is, open, unless the host could not open it.
    static let pluginDescriptor: Int32 = 4
    /// Codecs recurse little; what they need fits well.
    private static let stackBytes = 1 << 20

    /// Serves until the host closes the control channel, and ends the process: whatever else goes on in it.
    ///
    /// - Parameter load: loads the plugin from the path that it is given.
    package static func run(
        plugin: String, _ load: @escaping (_ path: String) throws(LoadFailure) -> PluginEntry
    ) -> Never {
        Descriptor(controlDescriptor).closeOnExec()
        guard (try? ProcessRestriction.endWithParent()) != nil else { CurrentProcess.exitAtOnce(71) }
        // A file that may not grow is an error of the write.
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
                // A channel makes a thread, which would stay as it is.
                guard isConfined else { CurrentProcess.exitAtOnce(71) }
                // Without descriptors nothing goes on here. The host starts another worker.
                guard let socket = descriptor.take() else { CurrentProcess.exitAtOnce(71) }
                let channel = Channel(socket)
                let isServed = DetachedThread.start(stackBytes: stackBytes) { backend.serve(channel) }
                guard isServed else { CurrentProcess.exitAtOnce(71) }
            }
        } catch {
            // Without destructors and exit handlers: those of the plugin are not needed any more.
            CurrentProcess.exitAtOnce(0)
        }
    }

    /// Where the plugin is loaded from: its own path, by which it finds the libraries beside it; the file that the host
    /// has open when another one has that path by now, or none.
    private static func path(of plugin: String) -> String {
        let file = Descriptor(pluginDescriptor)
        guard let loaded = try? file.status() else { return plugin }
        file.closeOnExec()
        return FileStatus.Version(path: plugin) == loaded.version ? plugin : "/proc/self/fd/\(pluginDescriptor)"
    }

    /// Before the first channel: threads that run already stay as they are. When it fails, and the administrator does not
    /// permit that, the process ends.
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
