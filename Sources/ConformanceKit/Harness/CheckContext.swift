internal import BackendAPI
internal import BackendWorker
internal import PhotoModel

/// One check under way, in its own process: gives it the plugin, and files that are its own.
final class CheckContext: @unchecked Sendable {  // Unchecked: used by the check's thread; others get the tables alone.
    let order: CheckOrder
    let steps: StepWriter
    let fixtures: FixtureLibrary
    private var isLibraryMade = false
    private var loaded: Plugin?
    private var knownInfo: InfoCopy?
    private let began = Clock.now
    /// Nil: libraries are folders.
    private let servers: FixtureServers?

    init(order: CheckOrder, steps: StepWriter) {
        self.order = order
        self.steps = steps
        fixtures = FixtureLibrary(seed: order.seed)
        servers = order.fixtureCommand.map { command in
            FixtureServers(
                command: command, startedIn: order.fixtureFolder ?? "/",
                scratch: BytePath(order.folder).folder.description, onWait: { steps.step("the fixture") })
        }
        // What servers keep ready is image files.
        if servers != nil { ImageRequest.standardFormats = ImageRequest.allFormats }
    }

    var folder: BytePath { BytePath(order.folder) }
    var root: BytePath { folder / FixtureLibrary.library }

    /// Nanoseconds for a limit in milliseconds.
    func limit(milliseconds: Double) -> UInt64 { UInt64(milliseconds * 1e6 * order.timeScale) }

    /// Whether half of the time of the check is over: what asks for many things alike asks for no more of them then, so that a
    /// backend which takes its time is judged by fewer, and not for its time.
    var isHalfOver: Bool { Clock.now - began > limit(milliseconds: order.seconds * 500) }

    func step(_ text: String) { steps.step(text) }

    /// The sequence that was ordered; nil: the check makes its own.
    func sequence() throws(CheckStop) -> CallSequence? {
        guard let file = order.sequence else { return nil }
        do throws(UsageError) { return try CallSequence(file: file) } catch { throw .harness("\(error)") }
    }

    // MARK: Saying what is wrong

    func expect(_ condition: Bool, _ message: @autoclosure () -> String) throws(CheckStop) {
        if !condition { throw FailurePlace.failure(message(), at: steps.last) }
    }

    // MARK: The plugin

    func plugin() throws(CheckStop) -> Plugin {
        if let loaded { return loaded }
        step("load the plugin")
        let plugin = try load(order.plugin)
        loaded = plugin
        return plugin
    }

    /// Loads a copy of the plugin's file: for the dynamic linker another plugin (R13.7).
    func pluginCopy() throws(CheckStop) -> Plugin {
        step("load a copy of the plugin")
        let copy = folder / BytePath("copy-of-plugin.so")
        try Files.write(try Files.read(BytePath(order.plugin)), to: copy)
        return try load(copy.description)
    }

    /// Where the order wants it: here or in a worker.
    private func load(_ path: String) throws(CheckStop) -> Plugin {
        guard order.isIsolated else { return try Plugin(path: path) }
        guard let program = HelperProgram.path else { throw .harness("the program of this process is gone") }
        return Plugin(path: path, workersRun: program)
    }

    /// Calls the entry point.
    ///
    /// - Parameter plugin: nil: the one that was loaded first.
    func enter(
        _ offer: EntryOffer, plugin: Plugin? = nil
    ) throws(CheckStop) -> (reply: Reply, table: Guarded<picker_backend>) {
        let entry = if let plugin { plugin.entry } else { try self.plugin().entry }
        let passed = Passed {
            var request = picker_entry_request()
            request.host = offer.host.pointer
            request.next = offer.links.first
            request.flags = offer.unnamed
            return Guarded(request, announced: offer.requestSize)
        }
        defer { passed.end() }
        let filled = Guarded(picker_backend(), announced: offer.tableSize)
        let reply = steps.call("entry") {
            entry(passed.value.pointer, filled.pointer, $0)
        }
        return (reply, filled)
    }

    /// A backend that is made and probed.
    func backend(host: HostProbe = HostProbe(), plugin: Plugin? = nil) throws(CheckStop) -> Backend {
        let backend = try madeBackend(host: host, plugin: plugin)
        try backend.probe().ok()
        return backend
    }

    /// A backend that is made, and not probed yet.
    func madeBackend(host: HostProbe = HostProbe(), plugin: Plugin? = nil) throws(CheckStop) -> Backend {
        let (reply, table) = try enter(EntryOffer(host: host), plugin: plugin)
        try reply.ok()
        let value = table.value(defaults: picker_backend())
        guard table.filled >= MemoryLayout<picker_backend>.size else {
            throw .failed("the table of the backend has \(table.filled) bytes, fewer than that of ABI 1")
        }
        try TableSlots.requireAll(value)
        return Backend(table, host: host, steps: steps, servers: servers)
    }

    /// What the plugin says of itself; asked once, of a backend that is not needed for anything else.
    func info() throws(CheckStop) -> InfoCopy {
        if let knownInfo { return knownInfo }
        let info = try madeBackend().info()
        knownInfo = info
        return info
    }

    /// Whether the plugin was built with newer headers than the kit, which may name more values and flags.
    func isNewer() throws(CheckStop) -> Bool { try info().headerRevision > PICKER_HEADER_REVISION }

    /// What a library offers: what its backend declares, without what the library says that it lacks (R7.6).
    func served(by library: Library) throws(CheckStop) -> BackendCapabilities {
        try info().capabilities.subtracting(library.info().info.missing)
    }

    /// What of this the kit's library says that it lacks.
    func missing(of capabilities: BackendCapabilities) -> BackendCapabilities {
        guard !capabilities.isEmpty, let library = try? open() else { return [] }
        return library.info().info.missing.intersection(capabilities)
    }

    /// The scheme of the addresses that the plugin opens, when it was given a folder instead and refused it; nil: it was not.
    var refusedScheme: Text? {
        guard servers == nil, steps.hasRefusedFolder, let info = try? info() else { return nil }
        return info.schemes.first
    }

    // MARK: The library

    /// Makes the check's own copy of the kit's library.
    func makeLibrary() throws(CheckStop) {
        guard !isLibraryMade else { return }
        isLibraryMade = true
        let source = BytePath(order.fixtures)
        try Files.copyTree(source / FixtureLibrary.library, to: root)
        try Files.copyTree(source / FixtureLibrary.outside, to: folder / FixtureLibrary.outside)
        try Files.makeFolder(dataFolder)
    }

    /// Starts what serves these folders, for a backend whose libraries are no folders; else they are served when they are
    /// first opened.
    func serve(_ roots: [BytePath]) {
        for root in roots { _ = try? servers?.place(of: root) }  // What is wrong is said when they are opened.
    }

    var dataFolder: BytePath { folder / "data" }

    /// Makes an empty folder with a data folder of its own.
    func makeFolder(_ name: BytePath) throws(CheckStop) -> (root: BytePath, data: BytePath) {
        let root = folder / name
        let data = BytePath(root.bytes + Array("-data".utf8))
        try Files.makeFolder(root)
        try Files.makeFolder(data)
        return (root, data)
    }

    /// Opens the kit's library.
    func open() throws(CheckStop) -> Library { try open(backend()) }

    func open(_ backend: Backend) throws(CheckStop) -> Library {
        try makeLibrary()
        return try open(backend, root: root, data: dataFolder)
    }

    func open(_ backend: Backend, root: BytePath, data: BytePath) throws(CheckStop) -> Library {
        let opened = backend.open(root: root, data: data)
        try opened.reply.ok()
        guard let library = opened.library else { throw .failed("open_library filled nothing in") }
        guard opened.table.filled >= MemoryLayout<picker_library>.size else {
            throw .failed("the table of the library has \(opened.table.filled) bytes, fewer than that of ABI 1")
        }
        try TableSlots.requireAll(library.table)
        return library
    }

    // MARK: The kit's photos

    /// An asset beside what the kit knows of it.
    struct Match {
        let library: Library
        let photo: FixturePhoto
        let asset: AssetCopy
    }

    /// Why the command that serves fixtures failed, once it did.
    var fixtureFailure: CheckStop? { servers?.failure }

    /// What the kit knows a photo by: its path, or its name where there are no paths; no two of the kit's photos have one in
    /// common.
    func key(of path: BytePath) -> BytePath { servers == nil ? path : path.name }

    /// The kit's photos in formats that the plugin declares, as the library lists them.
    func matches(_ library: Library, format: PhotoFormat? = nil) throws(CheckStop) -> [Match] {
        let formats = try info().formats
        var byPath: [BytePath: AssetCopy] = [:]
        for asset in try library.assets() { byPath[key(of: asset.path)] = asset }
        let wanted = fixtures.photos.filter { photo in
            formats.contains(photo.format.rawValue) && (format == nil || photo.format == format)
        }
        guard !wanted.isEmpty else { throw .notApplicable("it declares none of the formats that the kit can write") }
        let matches = wanted.compactMap { photo in
            byPath[key(of: photo.path)].map { Match(library: library, photo: photo, asset: $0) }
        }
        guard !matches.isEmpty else {
            throw .failed("none of the \(wanted.count) photos of the kit in formats that it declares is listed")
        }
        return matches
    }

    /// One photo of each format that the plugin declares.
    func samples() throws(CheckStop) -> [Match] {
        var found: [PhotoFormat: Match] = [:]
        for match in try matches(open()) where found[match.photo.format] == nil { found[match.photo.format] = match }
        return PhotoFormat.allCases.compactMap { found[$0] }
    }

    /// One photo that is larger than the targets that images are asked for.
    func largePhoto(_ library: Library) throws(CheckStop) -> Match {
        let all = try matches(library)
        guard let match = all.first(where: { $0.photo.width > 600 }) else {
            throw .failed("the large photo of the kit is not listed")
        }
        return match
    }

    /// Some asset of the library.
    func anyAsset(_ library: Library) throws(CheckStop) -> AssetCopy {
        let assets = try library.assets()
        guard let asset = assets.first else { throw try tooFew(0) }
        return asset
    }

    /// Why a check cannot do with so few assets: who declares none of the formats that the kit writes need not list any.
    func tooFew(_ count: Int) throws(CheckStop) -> CheckStop {
        let isKnown = try info().formats.contains(where: PhotoFormat.identifiers.contains)
        let assets = count == 0 ? "no assets" : "only \(count) assets"
        return isKnown
            ? .failed("the library has \(assets)")
            : .notApplicable("it declares none of the formats that the kit can write, and its library has \(assets)")
    }
}
