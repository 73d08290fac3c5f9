internal import BackendAPI
internal import PhotoModel

/// A backend that the entry point made, called through its bare table.
final class Backend: @unchecked Sendable {  // Unchecked: the table does not change, and the plugin must be thread-safe.
    let table: picker_backend
    let host: HostProbe
    let steps: StepWriter
    private let filled: Guarded<picker_backend>
    private let servers: FixtureServers?

    /// - Parameter servers: where libraries are that are no folders.
    init(_ filled: Guarded<picker_backend>, host: HostProbe, steps: StepWriter, servers: FixtureServers? = nil) {
        self.filled = filled
        self.servers = servers
        table = filled.value(defaults: picker_backend())
        self.host = host
        self.steps = steps
    }

    func info() throws(CheckStop) -> InfoCopy {
        let probe = Guarded(picker_backend_info())
        let reply = steps.call("info") { table.info(table.context, probe.pointer, $0) }
        try reply.ok()
        return InfoCopy(probe.value(defaults: picker_backend_info()))
    }

    /// What `info` answered once, read again after it was asked once more: its texts live as long as the backend.
    func infoReadLater() throws(CheckStop) -> (first: InfoCopy, later: InfoCopy) {
        let probe = Guarded(picker_backend_info())
        try steps.call("info") { table.info(table.context, probe.pointer, $0) }.ok()
        let filled = probe.value(defaults: picker_backend_info())
        let first = InfoCopy(filled)
        for _ in 0..<3 { _ = try info() }
        return (first, InfoCopy(filled))
    }

    func probe() -> Reply { steps.call("probe") { table.probe(table.context, $0) } }

    func extensionTable(_ id: String) -> UnsafeRawPointer? {
        steps.step("get_extension of the backend: \(id)")
        return table.get_extension(table.context, Arena.string(id))
    }

    func destroy() {
        steps.tidy("destroy")
        table.destroy(table.context)
        filled.forget(\.context)
    }

    /// Where a library is, and what its backend is told.
    typealias Place = (location: [UInt8], settings: [(key: String, value: String)])

    /// What opens the library that shows a folder.
    func place(of root: BytePath) -> Place {
        // Where the command fails there is no library, and the check fails for that (see `CheckContext.fixtureFailure`).
        guard let servers, let place = try? servers.place(of: root) else { return (root.bytes, []) }
        return (
            Array(place.location.utf8), (place.settings ?? [:]).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        )
    }

    /// Asks for a library; `library` is nil when it was refused.
    func open(location: String, data: BytePath?) -> Reply {
        open(at: (Array(location.utf8), []), data: data).reply
    }

    /// As the other, of the library that shows a folder.
    func open(
        root: BytePath, data: BytePath?, cache: BytePath? = nil, control: CallProbe = CallProbe(),
        tableSize: Int? = nil, requestSize: Int? = nil, unnamed: UInt32 = 0, links: Links = .none,
        settings: [(key: String, value: String)] = []
    ) -> (reply: Reply, library: Library?, table: Guarded<picker_library>) {
        let place = place(of: root)
        return open(
            at: (place.location, place.settings + settings), data: data, cache: cache, control: control,
            tableSize: tableSize, requestSize: requestSize, unnamed: unnamed, links: links)
    }

    func open(
        at place: Place, data: BytePath?, cache: BytePath? = nil,
        control: CallProbe = CallProbe(), tableSize: Int? = nil, requestSize: Int? = nil, unnamed: UInt32 = 0,
        links: Links = .none
    ) -> (reply: Reply, library: Library?, table: Guarded<picker_library>) {
        let passed = Passed {
            var request = picker_open_request()
            request.next = links.first
            request.flags = unnamed
            let settings = place.settings
            request.location = Arena.bytes(place.location)
            request.data_directory = Arena.bytes(data?.bytes)
            request.cache_directory = Arena.bytes(cache?.bytes)
            request.setting_keys = Arena.array(settings.map { Arena.string($0.key) })
            request.setting_values = Arena.array(settings.map { Arena.string($0.value) })
            request.setting_count = UInt64(settings.count)
            return Guarded(request, announced: requestSize)
        }
        defer { passed.end() }
        let filled = Guarded(picker_library(), announced: tableSize)
        let reply = steps.call("open_library", control) { call, error in
            table.open_library(table.context, passed.value.pointer, call, filled.pointer, error)
        }
        guard reply.status == PICKER_OK else {
            if servers == nil, place.location.first == UInt8(ascii: "/") { steps.noteRefusedFolder() }
            return (reply, nil, filled)
        }
        return (reply, Library(filled, steps: steps), filled)
    }
}

struct InfoCopy: Equatable {
    let id: Text
    let name: Text
    let version: Text
    let priority: Int32
    let headerRevision: UInt32
    let runtime: BackendRuntime
    let capabilities: BackendCapabilities
    let formatTexts: [Text]
    let schemes: [Text]
    let settings: [SettingCopy?]
    let required: UInt32
    /// What of this is counted and not there.
    let absent: [String]
    var formats: [String] { formatTexts.map(\.description) }

    init(_ info: picker_backend_info) {
        id = Text(info.id)
        name = Text(info.name)
        version = Text(info.version)
        priority = info.priority
        headerRevision = info.header_revision
        runtime = BackendRuntime(rawValue: info.flags)
        capabilities = BackendCapabilities(rawValue: info.capabilities)
        formatTexts = (0..<Int(clamping: min(info.format_count, 1024))).compactMap { index in
            info.formats.map { Text($0[index]) }
        }
        schemes = (0..<Int(clamping: min(info.scheme_count, 1024))).compactMap { index in
            info.schemes.map { Text($0[index]) }
        }
        settings = (0..<Int(min(info.setting_count, 1024))).map { index in
            info.settings.flatMap { $0[index] }.flatMap { SettingCopy($0) }
        }
        required = info.required
        let lists = [
            ("formats", info.format_count > 0 && info.formats == nil),
            ("schemes", info.scheme_count > 0 && info.schemes == nil),
        ]
        absent = lists.filter(\.1).map(\.0)
    }
}
