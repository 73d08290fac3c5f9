internal import BackendAPI
internal import BackendWorker
internal import CHostSupport

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

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

    /// Lets a worker load a plugin: its tables are those of a host that isolates.
    init(path: String, worker: String) {
        entry = BackendProxy.entry(plugin: path, program: WorkerProgram(executable: worker))
    }

    /// Loads a plugin as a host does (R2.1).
    init(path: String) throws(CheckStop) {
        _ = dlerror()
        guard let handle = dlopen(path, RTLD_NOW | RTLD_LOCAL) else {
            throw .failed("it cannot be loaded: \(dlerror().map { String(cString: $0) } ?? "no reason given")")
        }
        guard let address = dlsym(handle, PICKER_BACKEND_ENTRY_SYMBOL) else {
            throw .failed("it does not export \(PICKER_BACKEND_ENTRY_SYMBOL)")
        }
        guard picker_host_address_is_in(handle, address) else {
            throw .failed("\(PICKER_BACKEND_ENTRY_SYMBOL) comes from a library that it needs")
        }
        entry = unsafeBitCast(address, to: Symbol.self)  // The symbol's name stands for its type.
    }
}

/// What the entry point is asked with; a host of today by default.
struct EntryOffer {
    var lowest: UInt32 = PICKER_ABI_VERSION_MIN
    var highest: UInt32 = PICKER_ABI_VERSION
    /// `struct_size` of the request; nil: that of version 1.
    var requestSize: Int?
    /// `struct_size` of the table to fill; nil: that of version 1.
    var tableSize: Int?
    var host = HostProbe()
}
