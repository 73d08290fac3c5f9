internal import PhotoModel
internal import PickerHost
internal import Platform

/// How a running server is: what `picker ctl status` shows.
struct StatusDocument: Encodable, Sendable {
    struct Backend: Encodable {
        let id: String
        let name: String
        let version: String
        /// The path of the plugin.
        let path: String
        /// Whether it runs in a worker.
        let isIsolated: Bool
    }

    /// A library that is served beside the first.
    struct Other: Encodable {
        let key: String
        let title: String
        /// `ready`, `opening` or `unavailable`.
        let state: String
        /// Null if it is not open.
        @Nullable var library: String?
        @Nullable var backend: Backend?
        /// Why it is unavailable; null if it is available.
        @Nullable var message: String?
    }

    let version: String
    let processIdentifier: Int32
    /// Null until the server listens.
    @Nullable var address: String?
    /// The folder of photos, or the address, of the first library.
    let library: String
    let backend: Backend
    let index: IndexDocument
    /// The number of open connections, including idle ones.
    let connections: Int
    /// Seconds since the server was started.
    let uptime: Int
    /// Memory of the server itself, without that of workers; null if the system does not say.
    @Nullable var residentBytes: Int64?
    /// The workers in which plugins of isolated libraries run.
    let workers: WorkerUse
    var otherLibraries: [Other] = []
}

extension StatusDocument.Other {
    init(_ other: LateLibrary) {
        let state = other.state
        let library = state.library?.library
        self.init(
            key: other.key, title: state.library?.title ?? other.title, state: state.name, library: library?.root,
            backend: library.map { StatusDocument.Backend(of: $0) }, message: state.reason?.message)
    }
}

extension StatusDocument.Backend {
    init(of library: PhotoLibrary) {
        let info = library.backend
        self.init(
            id: info.id, name: info.name, version: info.version, path: library.backendPath,
            isIsolated: library.isIsolated)
    }
}
