internal import ABIMemory
internal import BackendAPI
internal import BackendWorker
internal import PhotoModel
internal import Platform

/// A backend whose plugin is loaded and has answered its entry call.
final class LoadedBackend: @unchecked Sendable {  // Unchecked: the tables are written in init only.
    let info: BackendInfo
    let path: String
    /// The plugin's file when it was loaded; nil for a backend that is no file.
    let file: FileStatus.Version?
    let table: picker_backend
    /// Kept as long as the backend may call it.
    private let host: HostTable

    /// Whether the plugin runs in processes of its own, which have to be ended.
    let isInWorker: Bool

    /// Whether it said that it can run here.
    private enum Probing { case notYet, running, done }
    private let probing = Monitor(Probing.notYet)

    typealias Entry = PluginEntry
    /// What answers like an entry point.
    typealias EntryFunction =
        (
            UnsafePointer<picker_entry_request>?, UnsafeMutablePointer<picker_backend>?,
            UnsafeMutablePointer<picker_error>?
        ) -> picker_status

    /// Loads the file, and calls its entry point (R1, R2, R4).
    ///
    /// - Parameters:
    ///   - shownPath: the plugin's own path, when `path` is that of a copy.
    ///   - file: the plugin's own file, as it was looked at before; nil where no one asks.
    convenience init(
        path: String, shownPath: String? = nil, file: FileStatus.Version? = nil
    ) throws(PhotoError) {
        try self.init(path: shownPath ?? path, entry: try SharedLibrary(path: path).entry(), file: file)
    }

    /// Lets a worker load the file and call its entry point.
    ///
    /// - Parameter copy: what it loads instead of the file at the path.
    convenience init(path: String, _ copy: PluginCopy? = nil, in program: WorkerProgram) throws(PhotoError) {
        let file = copy?.version ?? FileStatus.Version(path: path)
        try self.init(
            path: path, entry: BackendProxy.entry(plugin: path, program: program, file: copy?.file), file: file,
            isInWorker: true)
    }

    /// Calls an entry point, wherever it comes from; `path` names the backend in errors.
    init(
        path: String, entry: EntryFunction, file: FileStatus.Version? = nil, isInWorker: Bool = false
    ) throws(PhotoError) {
        let host = HostTable(label: path.lastPathComponent)
        let table = try Self.call(entry, host: host, path: path)
        self.table = table
        self.host = host
        self.path = path
        self.file = file
        self.isInWorker = isInWorker
        do throws(PhotoError) {
            info = try Self.describe(table, path: path)
        } catch {
            if isInWorker { table.destroy(table.context) }
            throw error
        }
    }

    deinit {
        // A backend in this process stays as its code does: it may be asked for again.
        if isInWorker { table.destroy(table.context) }
    }

    /// Asks whether the backend can run here. One that said so is not asked again, and a caller that asks meanwhile waits for the
    /// answer: libraries are opened after it (R13.1).
    func probe() throws(PhotoError) {
        let isAsked = probing.waitUntil { probing -> Bool? in
            switch probing {
            case .notYet:
                probing = .running
                return true
            case .running: return nil
            case .done: return false
            }
        }
        guard isAsked else { return }
        let report = ErrorReport()
        let status = report.withPointer { table.probe(table.context, $0) }
        probing.withLock { $0 = status == PICKER_OK ? .done : .notYet }
        probing.wakeAll()
        try report.check(status, naming: path)
    }

    /// Opens a library.
    func openLibrary(_ place: LibraryPlace, control: CallControl) throws(PhotoError) -> LibraryTable {
        let arena = RecordArena()
        defer { withExtendedLifetime(arena) {} }
        var request = Self.request(of: place, in: arena)
        var library = picker_library()
        library.struct_size = structSize(of: picker_library.self)
        let report = ErrorReport()
        let status = report.withPointer { error in
            control.withTable { table.open_library(table.context, &request, $0, &library, error) }
        }
        // What time or a person can remedy elsewhere is about the photos, and so is an address that the plugin refuses: which file the
        // plugin is in is none of their readers' business.
        let (location, code) = (place.location.text, PhotoStatus(rawValue: status))
        let isAddress = place.location.folder == nil
        if !isAddress || code.kind == .permanent {
            let subject = isAddress && code == .invalidArgument ? location : path
            try report.check(status, naming: subject, unlessAbout: location)
        }
        try report.check(status, from: location)
        guard library.struct_size >= structSize(of: picker_library.self) else {
            throw PhotoError(.internal, "\(path): its library table is shorter than that of ABI \(PICKER_ABI_VERSION)")
        }
        guard let opened = LibraryTable(library, backend: info.id) else {
            // The library is open all the same: files would stay locked, and connections taken.
            if let beginShutdown = library.begin_shutdown, let close = library.close {
                beginShutdown(library.context)
                close(library.context)
            }
            throw PhotoError(.internal, "\(path): its library table has a NULL function")
        }
        return opened
    }
}

extension LoadedBackend {
    static func request(of place: LibraryPlace, in arena: RecordArena) -> picker_open_request {
        var request = picker_open_request()
        request.struct_size = structSize(of: picker_open_request.self)
        request.flags = place.refreshesIndex ? 0 : UInt32(PICKER_OPEN_UNREFRESHED)
        request.location = arena.bytes(Array(place.location.text.utf8))
        request.data_directory = arena.bytes(place.dataDirectory.map { Array($0.utf8) })
        request.cache_directory = arena.bytes(place.cacheDirectory.map { Array($0.utf8) })
        let settings = place.settings.sorted { $0.key < $1.key }
        request.setting_keys = arena.array(settings.map { arena.string($0.key) })
        request.setting_values = arena.array(settings.map { arena.string($0.value) })
        request.setting_count = UInt64(settings.count)
        request.library = place.secrets?.number ?? 0
        return request
    }

    private static func call(
        _ entry: EntryFunction, host: HostTable, path: String
    ) throws(PhotoError) -> picker_backend {
        var request = picker_entry_request()
        request.struct_size = structSize(of: picker_entry_request.self)
        request.host = host.pointer
        var table = picker_backend()
        table.struct_size = structSize(of: picker_backend.self)
        let report = ErrorReport()
        try report.check(report.withPointer { entry(&request, &table, $0) }, naming: path)
        guard table.struct_size >= structSize(of: picker_backend.self) else {
            throw PhotoError(.internal, "\(path): its backend table is shorter than that of ABI \(PICKER_ABI_VERSION)")
        }
        guard table.info != nil, table.probe != nil, table.open_library != nil, table.get_extension != nil,
            table.destroy != nil
        else { throw PhotoError(.internal, "\(path): its backend table has a NULL function") }
        return table
    }

    private static func describe(_ table: picker_backend, path: String) throws(PhotoError) -> BackendInfo {
        var info = picker_backend_info()
        info.struct_size = structSize(of: picker_backend_info.self)
        let report = ErrorReport()
        try report.check(report.withPointer { table.info(table.context, &info, $0) }, naming: path)
        do throws(LinkRefusal) {
            try checkLinks(from: info.next)
        } catch {
            throw PhotoError(error, from: path)
        }
        guard let id = try? info.id.text(), BackendInfo.isValid(id: id),
            let name = try? info.name.text(), let version = try? info.version.text()
        else { throw PhotoError(.internal, "\(path): its info has no usable id, name or version") }
        return BackendInfo(
            id: id, name: name, version: version, priority: info.priority,
            capabilities: BackendCapabilities(rawValue: info.capabilities),
            formats: texts(info.formats, info.format_count), schemes: texts(info.schemes, info.scheme_count),
            settings: try settings(info.settings, info.setting_count, path: path),
            requiresNetwork: info.required & UInt32(PICKER_REQUIRES_NETWORK) != 0,
            runtime: BackendRuntime(rawValue: info.flags))
    }

    private static func texts(_ list: UnsafePointer<picker_string>?, _ count: UInt64) -> [String] {
        guard let list else { return [] }
        return (0..<lengthOfList(count)).compactMap { (try? list[$0].text()) ?? nil }
    }

    /// - Parameter path: who describes them, for messages.
    static func settings(
        _ list: UnsafePointer<UnsafePointer<picker_setting_description>?>?, _ count: UInt32, path: String
    ) throws(PhotoError) -> [SettingDescription] {
        guard let list else { return [] }
        var settings: [SettingDescription] = []
        for index in 0..<lengthOfList(UInt64(count)) {
            guard let record = list[index].map({ boundedCopy(of: $0, into: picker_setting_description()) }),
                let key = (try? record.key.text()) ?? nil, BackendInfo.isValid(id: key)
            else { throw PhotoError(.internal, "\(path): its setting \(index + 1) has no usable key") }
            do throws(LinkRefusal) {
                try checkLinks(from: record.next)
            } catch {
                throw PhotoError(error, from: path)
            }
            settings.append(
                SettingDescription(
                    key: key, title: ((try? record.title.text()) ?? nil) ?? key,
                    help: ((try? record.help.text()) ?? nil) ?? "",
                    // A kind that is not known is asked for as text; the backend says when it is not right.
                    kind: SettingDescription.Kind(rawValue: record.kind) ?? .text,
                    isRequired: record.flags & UInt32(PICKER_SETTING_REQUIRED) != 0,
                    isSecret: record.flags & UInt32(PICKER_SETTING_SECRET) != 0,
                    defaultValue: (try? record.default_value.text()) ?? nil,
                    choices: texts(record.choices, record.choice_count)))
        }
        return settings
    }
}

extension String {
    /// What follows the last "/".
    var lastPathComponent: String {
        guard let slash = lastIndex(of: "/") else { return self }
        return String(self[index(after: slash)...])
    }
}
