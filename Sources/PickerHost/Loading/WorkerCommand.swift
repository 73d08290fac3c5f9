internal import BackendAPI
internal import BackendWorker
internal import PhotoModel

/// What `picker-helper worker` runs: loads one plugin and serves it to the host that started it.
public enum WorkerCommand {
    /// Ends the process.
    ///
    /// - Parameter path: of the plugin's file.
    public static func run(plugin path: String) -> Never {
        WorkerService.run(plugin: path) { (file) throws(LoadFailure) in
            do throws(PhotoError) {
                let address = try SharedLibrary(path: file).address(of: PICKER_BACKEND_ENTRY_SYMBOL)
                return unsafeBitCast(address, to: PluginEntry.self)  // The symbol's name stands for its type.
            } catch {
                throw LoadFailure(
                    status: error.status.rawValue, message: error.message.replacing(file, with: path))
            }
        }
    }
}
