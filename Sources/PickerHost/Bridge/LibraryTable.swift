internal import ABIMemory
internal import BackendAPI
internal import PhotoModel

/// A backend's open library as Swift functions. One call of the table each; what they return is the host's own.
struct LibraryTable: @unchecked Sendable {  // Unchecked: thread rules of the table are kept by `Generation`.
    let table: picker_library
    let backend: String
    let numbers: InvalidNumbers

    /// Nil when a function is missing (R7) or the struct is shorter than version 1.
    init?(_ table: picker_library, backend: String) {
        guard table.struct_size >= structSize(of: picker_library.self), table.hasAllFunctions else { return nil }
        self.table = table
        self.backend = backend
        numbers = InvalidNumbers(backend: backend)
    }

    /// What the library says of itself; of its capabilities those that its backend has.
    func info(of backendInfo: BackendInfo) throws(PhotoError) -> LibraryInfo {
        var info = picker_library_info()
        info.struct_size = structSize(of: picker_library_info.self)
        let report = ErrorReport()
        try report.check(report.withPointer { table.info(table.context, &info, $0) }, from: backend)
        do throws(LinkRefusal) {
            try checkLinks(from: info.next)
        } catch {
            throw PhotoError(error, from: backend)
        }
        return LibraryInfo(info, of: backendInfo)
    }

    func authorizationStatus(control: CallControl) throws(PhotoError) -> AuthorizationStatus {
        var status: UInt32 = 0
        let report = ErrorReport()
        let answer = report.withPointer { error in
            control.withTable { table.authorization_status(table.context, $0, &status, error) }
        }
        try report.check(answer, from: backend)
        return AuthorizationStatus(rawValue: status) ?? .denied
    }

    func collections(
        under parent: String?, types: CollectionTypes, control: CallControl
    ) throws(PhotoError) -> [AssetCollection] {
        let arena = RecordArena()
        defer { withExtendedLifetime(arena) {} }
        let types = try types.asked()
        return try collect(control) { (sink: UnsafePointer<picker_collection_sink>, call, error) in
            table.collections(table.context, arena.string(parent), types, sink, call, error)
        }
    }

    func cameraRoll(control: CallControl) throws(PhotoError) -> AssetCollection {
        let found = try collect(control) { (sink: UnsafePointer<picker_collection_sink>, call, error) in
            table.camera_roll(table.context, sink, call, error)
        }
        guard let cameraRoll = found.first else {
            throw PhotoError(.internal, "\(backend): its library has no camera roll")
        }
        return cameraRoll
    }

    func collection(_ identifier: String, control: CallControl) throws(PhotoError) -> AssetCollection {
        let arena = RecordArena()
        defer { withExtendedLifetime(arena) {} }
        let found = try collect(control) { (sink: UnsafePointer<picker_collection_sink>, call, error) in
            table.collection(table.context, arena.string(identifier), sink, call, error)
        }
        guard let collection = found.first else { throw PhotoError(.notFound, "no album \(identifier)") }
        guard collection.localIdentifier == identifier else { throw mistook("album", identifier) }
        return collection
    }

    /// Of one collection (library.h).
    private static let mostKeyAssets = 3

    func keyAssets(
        of collection: String, mediaTypes: MediaTypes, control: CallControl
    ) throws(PhotoError) -> [Asset] {
        let arena = RecordArena()
        defer { withExtendedLifetime(arena) {} }
        let asked = try mediaTypes.asked()
        let found = try collect(control) { (sink: UnsafePointer<picker_asset_sink>, call, error) in
            table.key_assets(table.context, arena.string(collection), asked, sink, call, error)
        }
        // Callers try one after the other until one can be shown: more than that, and others, are none.
        return Array(found.filter { mediaTypes.contains($0.mediaType) }.prefix(Self.mostKeyAssets))
    }

    func count(_ scope: FetchScope, options: FetchOptions, control: CallControl) throws(PhotoError) -> Int {
        let arena = RecordArena()
        defer { withExtendedLifetime(arena) {} }
        var request = try picker_fetch_request(scope, options: options, arena: arena)
        var count: UInt64 = 0
        let report = ErrorReport()
        let status = report.withPointer { error in
            control.withTable { table.count(table.context, &request, $0, &count, error) }
        }
        try report.check(status, from: backend)
        return try numbers.listLength(count)
    }

    func fetch(
        _ scope: FetchScope, options: FetchOptions, control: CallControl
    ) throws(PhotoError) -> FetchTable {
        try beginFetch(scope, options: options, control: control) { request, _, call, fetch, error in
            table.fetch(table.context, request, call, fetch, error)
        }
    }

    func details(of identifier: String, control: CallControl) throws(PhotoError) -> AssetDetails {
        let arena = RecordArena()
        defer { withExtendedLifetime(arena) {} }
        let found = try collect(control) { (sink: UnsafePointer<picker_details_sink>, call, error) in
            table.details(table.context, arena.string(identifier), sink, call, error)
        }
        guard let details = found.first else { throw PhotoError(.notFound, "no asset \(identifier)") }
        guard details.asset.localIdentifier == identifier else { throw mistook("asset", identifier) }
        return details
    }

    func diagnostics(control: CallControl) throws(PhotoError) -> [Diagnostic] {
        try collect(control) { (sink: UnsafePointer<picker_diagnostic_sink>, call, error) in
            table.diagnostics(table.context, sink, call, error)
        }
    }

    /// Delivers the frames of one image request, on the calling thread.
    func requestImage(
        of identifier: String, options: ImageOptions, control: CallControl, deliver: (Frame) -> Bool
    ) throws(PhotoError) {
        try receiveFrames(of: identifier, options: options, control: control, deliver: deliver) {
            table.request_image(table.context, $0, $1, $2, $3)
        }
    }

    /// Runs a function that answers an image request.
    func receiveFrames(
        of identifier: String, options: ImageOptions, control: CallControl, deliver: (Frame) -> Bool,
        _ body: (
            UnsafePointer<picker_image_request>, UnsafePointer<picker_frame_sink>, UnsafePointer<picker_call>,
            UnsafeMutablePointer<picker_error>
        ) -> picker_status
    ) throws(PhotoError) {
        let arena = RecordArena()
        defer { withExtendedLifetime(arena) {} }
        var request = picker_image_request(identifier, options: options, arena: arena)
        let report = ErrorReport()
        var receiver = FrameReceiver(backend: backend, options: options, control: control)
        let status = withoutActuallyEscaping(deliver) { deliver in
            report.withPointer { error in
                control.withTable { call in
                    receiver.withSink(deliver) { body(&request, $0, call, error) }
                }
            }
        }
        try report.check(status, from: backend)
        try receiver.finish()
    }

    /// Reads into `buffer`; gives the number of bytes, less than its size at the end only.
    func read(
        _ representation: RepresentationReference, offset: Int64, into buffer: UnsafeMutableBufferPointer<UInt8>,
        control: CallControl
    ) throws(PhotoError) -> Int {
        let arena = RecordArena()
        defer { withExtendedLifetime(arena) {} }
        // A plugin that says that it read more than it did gives away nothing of this process' memory.
        buffer.initialize(repeating: 0)
        var request = picker_read_request()
        request.struct_size = structSize(of: picker_read_request.self)
        request.flags = representation.allowsNetwork ? PICKER_REQUEST_ALLOW_NETWORK : 0
        request.representation = UInt32(clamping: representation.index)
        request.local_identifier = arena.string(representation.localIdentifier)
        request.offset = UInt64(clamping: offset)
        request.version_token = representation.contentTag ?? 0
        request.buffer = buffer.baseAddress
        request.capacity = UInt64(buffer.count)
        var length: UInt64 = 0
        let report = ErrorReport()
        let status = report.withPointer { error in
            control.withTable { table.read(table.context, &request, $0, &length, error) }
        }
        try report.check(status, from: backend)
        guard length <= buffer.count else {
            throw PhotoError(.internal, "\(backend): it says that it read more than was asked")
        }
        return Int(length)
    }

    /// Blocks and gives each change until the control is cancelled or `emit` answers false.
    func observe(control: CallControl, emit: @escaping (LibraryChange) -> Bool) throws(PhotoError) {
        let report = ErrorReport()
        let receiver = ChangeReceiver(emit)
        let status = report.withPointer { error in
            control.withTable { call in
                receiver.withSink { table.observe(table.context, $0, call, error) }
            }
        }
        if let refusal = receiver.refusal { throw PhotoError(refusal, from: backend) }
        try report.check(status, from: backend)
    }

    /// What changed since then; nil gives the state of the library now.
    func changes(since token: [UInt8]?, control: CallControl) throws(PhotoError) -> [LibraryChange] {
        let arena = RecordArena()
        defer { withExtendedLifetime(arena) {} }
        return try collect(control) { (sink: UnsafePointer<picker_change_sink>, call, error) in
            table.changes_since(table.context, arena.bytes(token), sink, call, error)
        }
    }

    /// The error for an answer about another one than was asked for: who asked may not be allowed to know of it.
    private func mistook(_ kind: String, _ identifier: String) -> PhotoError {
        PhotoError(.internal, "\(backend): it was asked for the \(kind) \(identifier), and gave another one")
    }

    func beginShutdown() { table.begin_shutdown(table.context) }
    func close() { table.close(table.context) }

    /// Runs one call that emits records, and collects them.
    func collect<Sink: RecordSink>(
        _ control: CallControl,
        _ body: (UnsafePointer<Sink>, UnsafePointer<picker_call>, UnsafeMutablePointer<picker_error>) -> picker_status
    ) throws(PhotoError) -> [Sink.Value] {
        let report = ErrorReport()
        let (status, collected) = report.withPointer { error in
            control.withTable { call in Sink.collecting(numbers) { body($0, call, error) } }
        }
        return try collected.taken(status, report, from: backend)
    }
}

extension picker_library {
    fileprivate var hasAllFunctions: Bool {
        info != nil && authorization_status != nil && collections != nil && camera_roll != nil && collection != nil
            && count != nil
            && key_assets != nil && fetch != nil && details != nil && request_image != nil && read != nil
            && observe != nil && changes_since != nil && diagnostics != nil && get_extension != nil
            && begin_shutdown != nil && close != nil
    }
}

extension LibraryInfo {
    /// Text that is not UTF-8 counts as absent.
    fileprivate init(_ record: picker_library_info, of backend: BackendInfo) {
        self.init(
            capabilities: backend.capabilities.subtracting(
                BackendCapabilities(rawValue: record.missing_capabilities)),
            title: (try? record.title.text()) ?? nil, account: (try? record.account.text()) ?? nil,
            isReadOnly: record.flags & UInt32(PICKER_LIBRARY_READ_ONLY) != 0,
            isRemote: record.flags & UInt32(PICKER_LIBRARY_REMOTE) != 0,
            hasFiles: record.flags & UInt32(PICKER_LIBRARY_FILES) != 0,
            callLimit: record.call_limit == 0 ? nil : Int(record.call_limit))
        service = (try? record.service.text()) ?? nil
    }
}
