internal import BackendAPI
internal import BackendWorker
internal import PhotoModel

/// What `picker-worker` runs: loads one plugin and serves it to the host that started it.
public enum WorkerCommand {
    /// - Returns: the exit code when it was not started by a host; otherwise it does not return.
    public static func run(arguments: [String]) -> Int32 {
        guard arguments.count == 2 else { return 64 }
        let path = arguments[1]
        WorkerService.run(plugin: path) { () throws(LoadFailure) in
            do throws(PhotoError) {
                let address = try SharedLibrary(path: path).address(of: PICKER_BACKEND_ENTRY_SYMBOL)
                return unsafeBitCast(address, to: PluginEntry.self)  // The symbol's name stands for its type.
            } catch {
                throw LoadFailure(status: error.status.rawValue, message: error.message)
            }
        }
    }
}
