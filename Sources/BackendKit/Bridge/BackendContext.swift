internal import ABIMemory
internal import BackendAPI
internal import PhotoModel

/// What a `picker_backend.context` points to.
final class BackendContext: Sendable {
    let backend: any PhotoBackend
    private let info: BackendInfo
    private let host: BackendHost
    /// Strings of `info` for C, which live as long as the backend.
    private let strings: StringStorage

    init(_ backend: any PhotoBackend, info: BackendInfo, host: BackendHost) {
        self.backend = backend
        self.host = host
        self.info = info
        strings = StringStorage(info)
    }

    func record() -> picker_backend_info {
        var record = picker_backend_info()
        record.struct_size = structSize(of: picker_backend_info.self)
        record.flags = info.runtime.rawValue
        record.priority = info.priority
        record.header_revision = PICKER_HEADER_REVISION
        record.id = strings.id
        record.name = strings.name
        record.version = strings.version
        record.capabilities = info.capabilities.rawValue
        record.formats = strings.formats
        record.format_count = UInt64(info.formats.count)
        record.schemes = strings.schemes
        record.scheme_count = UInt64(info.schemes.count)
        record.settings = strings.settings
        record.setting_count = UInt32(info.settings.count)
        record.required = info.requiresNetwork ? UInt32(PICKER_REQUIRES_NETWORK) : 0
        return record
    }

    func open(
        _ request: picker_open_request, call: BackendCall, into table: UnsafeMutablePointer<picker_library>
    ) throws(PhotoError) {
        let library = LibraryContext(try backend.open(try openRequest(request), call: call), of: info)
        let filled = library.makeTable()
        guard boundedFill(table, with: filled) else {
            filled.close(filled.context)
            throw .invalidArgument("library has no room")
        }
    }
}

extension BackendContext {
    /// Of which library the host speaks.
    func openRequest(_ request: picker_open_request) throws(PhotoError) -> OpenRequest {
        guard let location = request.location.array, !location.isEmpty else {
            throw .invalidArgument("location is missing")
        }
        var made = OpenRequest(
            location: location, dataDirectory: request.data_directory.array,
            cacheDirectory: request.cache_directory.array, settings: try settings(of: request),
            refreshesIndex: request.flags & UInt32(PICKER_OPEN_UNREFRESHED) == 0)
        made.secrets = host.secrets(of: request.library)
        return made
    }

    /// What was said to the settings, and the defaults of those to which nothing was.
    ///
    /// - Throws: for one that is missing, not known, or of another form (R18.3).
    private func settings(of request: picker_open_request) throws(PhotoError) -> [String: String] {
        var values: [String: String] = [:]
        if request.setting_count > 0 {
            guard let keys = request.setting_keys, let texts = request.setting_values else {
                throw .invalidArgument("settings are NULL")
            }
            for index in 0..<Int(clamping: request.setting_count) {
                values[try keys[index].required("setting")] = try texts[index].required("setting")
            }
        }
        if let objection = SettingDescription.objection(to: values, by: info.settings) {
            throw .invalidArgument(objection)
        }
        for description in info.settings where values[description.key] == nil {
            values[description.key] = description.defaultValue
        }
        return values
    }
}

extension PhotoBackend {
    /// `openLibrary` with its type erased, for the bridge.
    fileprivate func open(_ request: OpenRequest, call: BackendCall) throws(PhotoError) -> any BackendLibrary {
        try openLibrary(request, call: call)
    }
}

/// The strings of a `BackendInfo` in memory that does not move.
private final class StringStorage: @unchecked Sendable {  // Unchecked: written in init only.
    private let arena = RecordArena()
    let id: picker_string
    let name: picker_string
    let version: picker_string
    let formats: UnsafePointer<picker_string>?
    let schemes: UnsafePointer<picker_string>?
    let settings: UnsafePointer<UnsafePointer<picker_setting_description>?>?

    init(_ info: BackendInfo) {
        id = arena.string(info.id)
        name = arena.string(info.name)
        version = arena.string(info.version)
        formats = arena.array(info.formats.map { [arena] in arena.string($0) })
        schemes = arena.array(info.schemes.map { [arena] in arena.string($0) })
        settings = arena.array(info.settings.map { [arena] in arena.array([$0.record(arena)]) })
    }
}

extension SettingDescription {
    func record(_ arena: RecordArena) -> picker_setting_description {
        var record = picker_setting_description()
        record.struct_size = structSize(of: picker_setting_description.self)
        record.flags = (isRequired ? PICKER_SETTING_REQUIRED : 0) | (isSecret ? PICKER_SETTING_SECRET : 0)
        record.kind = kind.rawValue
        record.key = arena.string(key)
        record.title = arena.string(title)
        record.help = arena.string(help)
        record.default_value = arena.string(defaultValue)
        record.choices = arena.array(choices.map { arena.string($0) })
        record.choice_count = UInt64(choices.count)
        return record
    }
}
