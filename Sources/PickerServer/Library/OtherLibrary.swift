internal import Logging
internal import PhotoModel
public import PickerHost
internal import Platform
internal import ServiceLifecycle

/// A library that is served beside the first one, as soon as it could be opened.
public struct OtherLibrary: Sendable {
    /// Its name in addresses: letters, digits, "-", "_" and "."; unique on a server.
    public let key: String
    /// The name that the owner gave it.
    public let title: String
    /// The canonical path of its folder, or its address: what its `PhotoLibrary` calls its root.
    public let root: String
    /// Opens it. If it throws, it is called again later.
    public let open: @Sendable () async throws -> PhotoLibrary

    /// Makes a library from its properties.
    public init(key: String, title: String, root: String, open: @escaping @Sendable () async throws -> PhotoLibrary) {
        self.key = key
        self.title = title
        self.root = root
        self.open = open
    }
}

/// Opens a library beside the first when the server starts. If it cannot be reached, it is tried again: when a page
/// asks for it, and from time to time.
actor LateLibrary {
    /// The time between two attempts that no page asked for.
    private static let interval = Duration.seconds(30)
    /// How long a request waits for an opening, which takes for ever where a disk does not answer.
    private static let patience = Duration.seconds(30)

    nonisolated let key: String
    nonisolated let title: String
    private nonisolated let expectedRoot: String
    /// The state, also for requests that do not wait for the library.
    private nonisolated let now = Mutex(LibraryState.opening)
    private let attempt: @Sendable () async throws -> ServedLibrary
    private var opening: Task<Void, Never>?
    private let (opened, isOpened) = AsyncStream.makeStream(of: ServedLibrary.self)

    init(
        _ other: OtherLibrary, _ configuration: ServerConfiguration, sessions: SessionEvents
    ) {
        key = other.key
        title = other.title
        expectedRoot = other.root
        attempt = {
            ServedLibrary(
                try await other.open(), title: other.title, configuration, sessions: sessions)
        }
    }

    nonisolated var state: LibraryState { now.withLock { $0 } }

    /// What sessions and grants name it by. As long as it is not open, that is the root that it is expected to have: if
    /// its disk was away when the server started, its path may lead over a link that was not there.
    nonisolated var root: String { state.library?.library.root ?? expectedRoot }

    /// The library; opens it if it is not open.
    ///
    /// - Parameter patience: how long to wait for it. The opening itself continues.
    /// - Throws: the reason why it cannot be opened, or could not be the last time; UNAVAILABLE if none is known yet;
    ///   `CancellationError` if the caller is cancelled.
    func library(within patience: Duration = LateLibrary.patience) async throws -> ServedLibrary {
        if let served = state.library { return served }
        let task = opening ?? Task { await attemptOpening() }
        opening = task
        await task.wait(atMost: patience)
        if let served = state.library { return served }
        try Task.checkCancellation()
        if let reason = state.reason { throw reason }
        throw ServerError.unavailable(
            "\(title) is still being opened: see whether its disk or its server answers, and try again later")
    }

    private func attemptOpening() async {
        do {
            keep(try await attempt())
        } catch {
            keep(error)
        }
    }

    private func keep(_ served: ServedLibrary) {
        opening = nil
        now.withLock { $0 = .open(served) }
        isOpened.yield(served)
        isOpened.finish()
    }

    private func keep(_ error: any Error) {
        opening = nil
        let reason = error as? PhotoError ?? PhotoError(.internal, String(describing: error))
        if case .opening = state {
            Logger(label: "picker.http").warning("\(title) is not served yet: \(reason.message)")
        }
        now.withLock { $0 = .unavailable(reason) }
    }

    /// Opens it and follows its changes until the server shuts down.
    nonisolated func run() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.keepTrying() }
            group.addTask { for await served in self.opened.cancelOnGracefulShutdown() { await served.follow() } }
        }
    }

    private func keepTrying() async {
        await cancelWhenGracefulShutdown { [self] in
            while !Task.isCancelled {
                if (try? await library()) != nil { return }
                try? await Task.sleep(for: Self.interval)
            }
        }
    }
}
