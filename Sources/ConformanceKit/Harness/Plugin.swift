internal import BackendAPI
internal import BackendWorker
internal import Platform

/// The plugin, loaded into this process.
struct Plugin {
    /// An entry point as C has it.
    private typealias Symbol =
        @convention(c) (
            UnsafePointer<picker_entry_request>?, UnsafeMutablePointer<picker_backend>?,
            UnsafeMutablePointer<picker_error>?
        ) -> picker_status

    typealias Entry =
        (
            UnsafePointer<picker_entry_request>?, UnsafeMutablePointer<picker_backend>?,
            UnsafeMutablePointer<picker_error>?
        ) -> picker_status

    let entry: Entry
    /// An address in the plugin's own code; nil when that is in a worker.
    let code: UnsafeRawPointer?

    /// Lets a worker load a plugin: its tables are those of a host that isolates.
    ///
    /// - Parameter program: what its processes run: the program of this process, which can do that too.
    init(path: String, workersRun program: String) {
        entry = BackendProxy.entry(plugin: path, program: WorkerProgram(executable: program))
        code = nil
    }

    /// Loads a plugin as a host does (R2.1).
    init(path: String) throws(CheckStop) {
        let library: DynamicLibrary
        do throws(DynamicLibrary.LinkerError) {
            library = try DynamicLibrary(path: path)
        } catch {
            throw .failed("it cannot be loaded: \(error.message)")
        }
        guard let address = library.address(of: PICKER_BACKEND_ENTRY_SYMBOL) else {
            throw .failed("it does not export \(PICKER_BACKEND_ENTRY_SYMBOL)")
        }
        guard library.contains(address) else {
            throw .failed("\(PICKER_BACKEND_ENTRY_SYMBOL) comes from a library that it needs")
        }
        entry = unsafeBitCast(address, to: Symbol.self)  // The symbol's name implies its type.
        code = UnsafeRawPointer(address)
    }
}

/// What the entry point is asked with; a host of today by default.
struct EntryOffer {
    /// `struct_size` of the request; nil: that of version 1.
    var requestSize: Int?
    /// `struct_size` of the table to fill; nil: that of version 1.
    var tableSize: Int?
    var host = HostProbe()
    /// Flags that have no name yet.
    var unnamed: UInt32 = 0
    var links = Links.none
}
