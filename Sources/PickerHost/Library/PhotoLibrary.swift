internal import Logging
public import PhotoModel
internal import Platform

/// A library of photos: the only way to albums, photos and images, whichever backend serves them.
///
/// It may be used from any task. Every call runs on one of a bounded number of threads, in the lane for its kind of call;
/// cancelling the task cancels the call. Errors are `PhotoError`.
public final class PhotoLibrary: Sendable {
    struct State {
        var current: Generation
        /// Generations that were replaced and are still used, by calls in flight or fetch results.
        var retired: [Generation] = []
        var nextNumber: Int
        /// Number of the swap that took effect last, or of the opening.
        var newestSwap: Int
        var isClosed = false
        /// Whether a task watches for another folder in the place of its own.
        var isFollowed = false
        var authorization = AuthorizationStatus.notDetermined
    }

    /// Where the photos are.
    public let location: LibraryLocation
    /// The values of the settings of its backend.
    private let settings: [String: String]
    private let secrets: SecretPlace?
    let registry: BackendRegistry
    let lanes: CallLanes
    let frames: SharedImages<Frame>
    let encodedImages: SharedImages<EncodedImage>
    let imageWork = ImageWork()
    let channels = OpenChannels()
    let state: Mutex<State>
    let cachedImages: CachedImages
    /// Nil when the desktop's thumbnails are left alone.
    let desktopThumbnails: DesktopThumbnails?
    let caching = ImageCaching()
    let changes: ChangeHub
    let logger = Logger(label: "picker.library")
    private let data: DataFolder

    private init(
        location: LibraryLocation, settings: [String: String], secrets: SecretPlace?, data: DataFolder,
        registry: BackendRegistry, lanes: CallLanes, cachedImages: CachedImages, desktopThumbnails: DesktopThumbnails?,
        first: Generation
    ) {
        self.location = location
        self.settings = settings
        self.secrets = secrets
        self.data = data
        self.registry = registry
        self.lanes = lanes
        frames = SharedImages(lane: lanes.images, work: imageWork)
        encodedImages = SharedImages(lane: lanes.images, work: imageWork)
        self.cachedImages = cachedImages
        self.desktopThumbnails = desktopThumbnails
        changes = ChangeHub { cachedImages.forget(after: $0) }
        state = Mutex(State(current: first, nextNumber: first.number + 1, newestSwap: first.number))
    }

    deinit { close() }

    /// Opens the library at `configuration.root` with the backend that it names.
    ///
    /// - Parameter progress: called with counts of files while the backend builds its index, which may take minutes the first
    ///   time.
    /// - Throws: `PhotoError` when there is no such folder, or no usable backend, with the reason for each.
    public static func open(
        _ configuration: LibraryConfiguration, registry: BackendRegistry = BackendRegistry(),
        progress: ProgressHandler? = nil
    ) async throws(PhotoError) -> PhotoLibrary {
        // A thread of its own, as for a swap. Also for the first look at the folder: a disk that does not answer holds up only that.
        let opener = ThreadPool(limit: 1)
        defer { opener.shutDown() }
        let location = try await opener.run(priority: .visible) { (_) throws(PhotoError) in
            try LibraryLocation(configuration.root)
        }
        let data = DataFolder(configuration.dataDirectory)
        let secrets = configuration.secrets.map { SecretPlace($0) }
        let first = try await opener.run(priority: .visible, progress: progress) { control throws(PhotoError) in
            let backend = try registry.select(configuration.backend, for: location)
            var place = LibraryPlace(location: location, settings: configuration.settings)
            place.refreshesIndex = configuration.refreshesIndex
            place.secrets = secrets
            return try Self.openGeneration(1, backend: backend, place, data: data, control: control)
        }
        let library = PhotoLibrary(
            location: location, settings: configuration.settings, secrets: secrets, data: data, registry: registry,
            lanes: CallLanes(
                configuration,
                threads: configuration.threadCount(for: first.libraryInfo, inWorker: first.isInWorker)),
            cachedImages: CachedImages(
                memoryLimit: configuration.imageCacheMemory, disk: DiskImageCache(configuration.diskCache)),
            desktopThumbnails: DesktopThumbnails(configuration.desktopThumbnails), first: first)
        library.logger.debug("opened", metadata: ["backend": "\(first.info.id)"])
        return library
    }

    /// The canonical path of the folder of photos, or the address of the library.
    public var root: String { location.text }

    /// What the library says about itself through its current backend.
    public var info: LibraryInfo { state.withLock { $0.current.libraryInfo } }

    /// The current backend, with what it offers for this library.
    public var backend: BackendInfo { state.withLock { $0.current.info } }

    /// The plugin file of the current backend.
    public var backendPath: String { state.withLock { $0.current.path } }

    /// Whether the current backend runs in a process of its own.
    public var isIsolated: Bool { state.withLock { $0.current.isInWorker } }

    /// Closes the library. Calls in flight end early, and later ones throw `.closed`, including those on fetch results.
    public func close() {
        let generations: [Generation] = state.withLock { state in
            guard !state.isClosed else { return [] }
            state.isClosed = true
            defer { state.retired = [] }
            return state.retired + [state.current]
        }
        // Before the backend ends the observation, which would be taken for a failure of it.
        changes.finish()
        Generation.shutDown(generations)
        caching.shutDown()
        channels.close()
        lanes.shutDown()
        cachedImages.shutDown()
    }

    static func openGeneration(
        _ number: Int, backend: LoadedBackend, _ asked: LibraryPlace, data: DataFolder, control: CallControl
    ) throws(PhotoError) -> Generation {
        if let objection = SettingDescription.objection(to: asked.settings, by: backend.info.settings) {
            throw PhotoError(.invalidArgument, "\(asked.location.text): \(objection)")
        }
        var place = asked
        let keepsIndex = backend.info.capabilities.contains(.index)
        let warn = { (warning: String) in Logger(label: "picker.library").warning("\(warning)") }
        place.dataDirectory = try data.make(for: place.location, keepsIndex: keepsIndex, warn: warn)
        place.cacheDirectory = DataFolder.makeCache(for: place.location, of: backend.info, warn: warn)
        let folder = place.location.folderIdentity
        let table = try backend.openLibrary(place, control: control)
        return try Generation(number: number, backend: backend, table: table, folder: folder)
    }

    /// The number for a generation that is about to be opened. A swap with a higher number was asked for later.
    func takeNumber() -> Int {
        state.withLock { state in
            defer { state.nextNumber += 1 }
            return state.nextNumber
        }
    }

    /// Opens the next generation, for a swap.
    func openNext(
        _ backend: LoadedBackend, number: Int, control: CallControl
    ) throws(PhotoError) -> Generation {
        var place = LibraryPlace(location: location, settings: settings)
        place.secrets = secrets
        return try Self.openGeneration(number, backend: backend, place, data: data, control: control)
    }
}
