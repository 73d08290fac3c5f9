internal import PhotoModel
internal import PickerHost
internal import Platform

/// How a running server is: what `picker ctl status` shows.
struct StatusDocument: Encodable, Sendable {
    struct Backend: Encodable {
        let id: String
        let name: String
        let version: String
        /// The plugin file.
        let path: String
        /// Whether it runs in a process of its own.
        let isIsolated: Bool
    }

    /// A library that is served beside the first.
    struct Other: Encodable {
        let key: String
        let title: String
        /// `ready`, `opening` or `unavailable`.
        let state: String
        /// Null when it is not open.
        @Nullable var library: String?
        @Nullable var backend: Backend?
        /// Why it is unavailable; null when it is not.
        @Nullable var message: String?
    }

    let version: String
    let processIdentifier: Int32
    /// Null until the server listens.
    @Nullable var address: String?
    /// The folder of photos, or the address of the library, which is the first.
    let library: String
    let backend: Backend
    let index: IndexDocument
    /// Connections that are open, those that are idle among them.
    let connections: Int
    /// Seconds since the server began.
    let uptime: Int
    /// Memory of the server itself, without that of workers; null where the system does not say.
    @Nullable var residentBytes: Int64?
    /// Processes in which plugins of isolated libraries run.
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
