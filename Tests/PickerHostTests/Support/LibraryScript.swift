import BackendKit
import Dispatch
import PhotoModel
import Platform
import TestSupport

@testable import PickerHost

/// What a scripted library answers and what it heard. A test makes one, and opens libraries on its root.
final class LibraryScript: Sendable {
    typealias ImageMaker =
        @Sendable (String, ImageOptions, BackendCall, (Frame) -> Flow) throws(PhotoError) -> Void

    typealias Adder = @Sendable (AddRequest, BackendCall) throws(PhotoError) -> Asset

    struct Answers {
        var collections: [AssetCollection] = []
        var assets: [Asset] = []
        var details: [AssetDetails] = []
        var diagnostics: [Diagnostic] = []
        var authorization = AuthorizationStatus.authorized
        var bytes: [UInt8] = []
        var image: ImageMaker = { (_, _, _, _) throws(PhotoError) in throw .unsupported("no images") }
        var add: Adder = { (request, call) throws(PhotoError) in
            _ = try readToEnd(request, call)
            return sampleAsset(request.filename)
        }
        /// Whether it gives no extension, whatever its capabilities say.
        var hidesExtensions = false
        /// What it says of the days of all assets; nil: nothing.
        var days: [DayCount]?
        /// How many assets a fetch says that it has, and where each of them is; nil: as it is.
        var saidLength: Int?
        /// Whether each window of a fetch is full, with the assets that it begins with.
        var isEndless = false
        /// Whether fetches know their count only when their end was read.
        var countsLate = false
        /// Whether it answers with what it has first, whatever identifier it is asked for.
        var mistakesIdentifiers = false
        /// Why observing ends, at once and without being asked to.
        var observing: PhotoError?
        var onFetch: @Sendable () -> Void = {}
        var onOpen: @Sendable () -> Void = {}
        var onObserve: @Sendable () -> Void = {}
        var onShutdown: @Sendable () -> Void = {}
    }

    struct Heard {
        var openRequests: [OpenRequest] = []
        /// The administrator's, at each opening.
        var limits: [ResourceLimits] = []
        var fetches: [(FetchScope, FetchOptions)] = []
        var imageOptions: [ImageOptions] = []
        var imagesOf: [String] = []
        var reads: [ReadRequest] = []
        var collectionTypes: [CollectionTypes] = []
        var parents: [String?] = []
        var added: [AddedFile] = []
        var albumTitles: [String] = []
    }

    static let byRoot = Mutex<[String: LibraryScript]>([:])

    let log = EventLog()
    let answers: Mutex<Answers>
    let heard = Mutex(Heard())
    let pendingChanges = Mutex<[LibraryChange]>([])
    private let folder: TemporaryFolder

    init(_ change: (inout Answers) -> Void = { _ in }) throws {
        folder = try TemporaryFolder()
        var first = Answers()
        change(&first)
        answers = Mutex(first)
        Self.byRoot.withLock { $0[folder.path] = self }
    }

    var root: String { folder.path }

    func answer<Value>(_ path: KeyPath<Answers, Value>) -> Value { answers.withLock { $0 }[keyPath: path] }

    /// Lets observers hear of a change.
    func send(_ change: LibraryChange) { pendingChanges.withLock { $0.append(change) } }

    func open(
        _ choice: BackendChoice = .path(ScriptedBackends.first), threads: Int = 2, dataDirectory: String? = nil,
        imageMemory: Int = 1 << 30, callTimes: CallTimes = CallTimes(), diskCache: DiskCacheSettings = .off
    ) async throws -> PhotoLibrary {
        var configuration = LibraryConfiguration(
            root: root, backend: choice, dataDirectory: dataDirectory, threads: threads, imageMemory: imageMemory,
            callTimes: callTimes)
        configuration.diskCache = diskCache
        return try await PhotoLibrary.open(configuration, registry: ScriptedBackends.registry)
    }
}
