internal import Platform

/// How workers are started and watched.
package struct WorkerProgram: Sendable, Hashable {
    /// The program, `picker-helper`.
    package var executable: String
    /// The longest time that a worker may send nothing during a call: plugins ask at least every 100 ms whether to go
    /// on (R12.1).
    package var silenceMilliseconds = 20_000
    /// The longest time that a call may go on after it was cancelled or its deadline passed. The ABI allows 1 s
    /// (R12.2); a busy machine gets more, because ending the worker costs all calls in it.
    package var graceMilliseconds = 10_000
    /// The longest time that a worker which is no longer needed may take to end by itself.
    package var endMilliseconds = 10_000

    /// The most bytes of private memory of a worker; 0 for three quarters of what is available on this machine.
    package var memoryBytes: UInt64 = 0
    /// Whether workers go on if confining them fails, although the kernel supports it.
    package var permitsUnconfined = false

    package init(executable: String) { self.executable = executable }

    var memoryLimit: UInt64 {
        memoryBytes > 0 ? memoryBytes : UInt64(clamping: ProcessMemory.availableBytes ?? 0) / 4 * 3
    }

    /// The sandbox with what the administrator set.
    func completed(_ sandbox: Sandbox) -> Sandbox {
        var sandbox = sandbox
        (sandbox.memoryBytes, sandbox.isOptional) = (memoryLimit, permitsUnconfined)
        return sandbox
    }

    /// How to start a worker. It gets a process group of its own, because signals of the terminal are meant for the
    /// host.
    ///
    /// - Parameters:
    ///   - file: the plugin's open file.
    ///   - control: the worker's end of the control channel.
    ///   - output: where its standard output and error go; nil discards them.
    ///   - scratch: a folder for temporary files; nil if it has none.
    func launch(
        plugin: String, file: Descriptor?, control: Descriptor, output: Descriptor?, scratch: String?
    ) -> ProcessLaunch {
        var launch = ProcessLaunch(executable: executable, arguments: [HelperProgram.Task.worker.rawValue, plugin])
        launch.hasOwnGroup = true
        launch.descriptors = [WorkerService.controlDescriptor: control]
        if let output { launch.descriptors.merge([1: output, 2: output]) { $1 } }
        if let file { launch.descriptors[WorkerService.pluginDescriptor] = file }
        // A crash is handled here, so Swift's report of it is switched off.
        launch.environmentChanges = ["SWIFT_BACKTRACE": "enable=no"]
        for name in ["TMPDIR", "SQLITE_TMPDIR"] { launch.environmentChanges.updateValue(scratch, forKey: name) }
        return launch
    }
}
