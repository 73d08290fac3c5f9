internal import BackendWorker
internal import PhotoModel

/// What `picker-helper worker` runs: loads one plugin and serves it to the host that started it.
public enum WorkerCommand {
    /// Serves the plugin, and then ends the process.
    ///
    /// - Parameter path: the path of the plugin's file.
    public static func run(plugin path: String) -> Never {
        WorkerService.run(plugin: path) { (file) throws(LoadFailure) in
            do throws(PhotoError) {
                return try SharedLibrary(path: file).entry()
            } catch {
                throw LoadFailure(
                    status: error.status.rawValue, message: error.message.replacing(file, with: path))
            }
        }
    }
}
