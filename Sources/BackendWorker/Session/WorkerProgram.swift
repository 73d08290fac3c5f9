internal import Platform

/// How workers are started and watched.
package struct WorkerProgram: Sendable, Hashable {
    /// The program, `picker-helper`.
    package var executable: String
    /// The longest that a call may go on without a sign of life: plugins ask every 100 ms whether to go on (R12.1).
    package var silenceMilliseconds = 20_000
    /// The longest that a call may go on after it was cancelled or its deadline passed. The ABI says 1 s (R12.2); a busy
    /// machine is given more, because ending the worker costs all calls in it.
    package var graceMilliseconds = 10_000
    /// How long a worker that is no longer wanted may take to end by itself.
    package var endMilliseconds = 10_000

    /// Bytes of its own memory that a worker may have; 0: three quarters of what is available here.
    package var memoryBytes: UInt64 = 0
    /// Whether workers go on that cannot be confined though the kernel could.
    package var permitsUnconfined = false

    package init(executable: String) { self.executable = executable }

    var memoryLimit: UInt64 {
        memoryBytes > 0 ? memoryBytes : UInt64(clamping: ProcessMemory.availableBytes ?? 0) / 4 * 3
    }

    /// With what the administrator set.
    func completed(_ sandbox: Sandbox) -> Sandbox {
        var sandbox = sandbox
        (sandbox.memoryBytes, sandbox.isOptional) = (memoryLimit, permitsUnconfined)
        return sandbox
    }

    /// How a worker is started: in a group of its own, because what the terminal sends is for the host.
    ///
    /// - Parameters:
    ///   - file: the plugin's, open.
    ///   - control: the worker's end of the control channel.
    ///   - output: where what it writes to its standard streams goes; nil: nowhere.
    ///   - scratch: a folder for temporary files; nil: it has none.
    func launch(
        plugin: String, file: Descriptor?, control: Descriptor, output: Descriptor?, scratch: String?
    ) -> ProcessLaunch {
        var launch = ProcessLaunch(executable: executable, arguments: [HelperProgram.Task.worker.rawValue, plugin])
        launch.hasOwnGroup = true
        launch.descriptors = [WorkerService.controlDescriptor: control]
        if let output { launch.descriptors.merge([1: output, 2: output]) { $1 } }
        if let file { launch.descriptors[WorkerService.pluginDescriptor] = file }
        // A crash is an answer here, so Swift's report of it is switched off.
        launch.environmentChanges = ["SWIFT_BACKTRACE": "enable=no"]
        for name in ["TMPDIR", "SQLITE_TMPDIR"] { launch.environmentChanges.updateValue(scratch, forKey: name) }
        return launch
    }
}
