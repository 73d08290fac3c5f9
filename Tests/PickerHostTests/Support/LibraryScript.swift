import BackendKit
import Dispatch
import PhotoModel
import Synchronization
import TestSupport

@testable import PickerHost

/// What a scripted library answers and what it heard. A test makes one, and opens libraries on its root.
final class LibraryScript: Sendable {
    typealias ImageMaker =
        @Sendable (String, ImageOptions, BackendCall, (Frame) -> Flow) throws(BackendError) -> Void

    typealias Adder = @Sendable (AddRequest, BackendCall) throws(BackendError) -> Asset

    struct Answers {
        var collections: [AssetCollection] = []
        var assets: [Asset] = []
        var details: [AssetDetails] = []
        var diagnostics: [Diagnostic] = []
        var authorization = AuthorizationStatus.authorized
        var bytes: [UInt8] = []
        var image: ImageMaker = { (_, _, _, _) throws(BackendError) in throw .unsupported("no images") }
        var add: Adder = { (request, call) throws(BackendError) in
            _ = try readToEnd(request, call)
            return sampleAsset(request.filename)
        }
        /// Whether it gives no extension, whatever its capabilities say.
        var hidesExtensions = false
        var onFetch: @Sendable () -> Void = {}
        var onOpen: @Sendable () -> Void = {}
    }

    struct Heard {
        var openRequests: [OpenRequest] = []
        /// The deployer's, at each opening.
        var limits: [HostLimits] = []
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
        _ choice: BackendChoice = .path(ScriptedBackends.first), workers: Int = 2, dataDirectory: String? = nil
    ) async throws -> PhotoLibrary {
        try await PhotoLibrary.open(
            LibraryConfiguration(root: root, backend: choice, dataDirectory: dataDirectory, workers: workers),
            registry: ScriptedBackends.registry)
    }
}
