internal import Imaging
internal import PhotoModel
internal import Platform

/// How to open a library.
public struct LibraryConfiguration: Sendable {
    /// The folder of photos, by any path to it, or the address of a library.
    public var root: String
    /// The values of the backend's settings, by their keys.
    public var settings: [String: String] = [:]
    /// Where the backend's secrets are kept, such as the token of a sign-in; nil: nowhere.
    public var secrets: (any SecretKeeping)?
    /// Which backend opens it.
    public var backend: BackendChoice
    /// Where backends keep their data: each library gets a folder of its own below `libraries`, which is made if it does not
    /// exist. Nil: `picker` in the user's data folder, for backends that keep an index.
    public var dataDirectory: String?
    /// How many threads make images at once, at least 1. Lists and reads have as many threads of their own, at least two each.
    /// Nil: one for each processor, and one more if images are made in a worker.
    public var threads: Int?
    /// The estimated bytes of memory that images may take at once, while they are made and until the clients of the page have
    /// read them; at least 1. A larger image is made while no other is. An eighth of it, at most 256 MiB, is for images that
    /// were asked for before.
    public var imageMemory: Int
    /// Where thumbnails and posters are kept on the disk.
    public var diskCache = DiskCacheSettings.off
    /// What is done with the thumbnails that the programs of a desktop share.
    public var desktopThumbnails = DesktopThumbnailSettings.off
    /// How long calls of the backend may take.
    public var callTimes: CallTimes
    /// Whether opening brings the index up to date. False when `PhotoLibrary.refreshIndex` is called next: opening then takes
    /// the index as it is.
    public var refreshesIndex = true

    /// - Parameters:
    ///   - root: the folder of photos, by any path to it, or the address of a library.
    ///   - backend: which backend opens it.
    ///   - dataDirectory: where backends keep their data; nil: `picker` in the user's data folder.
    ///   - threads: how many make images at once, at least 1; nil: as many as keep the processors busy.
    ///   - imageMemory: the estimated bytes that images may take at once, at least 1.
    ///   - callTimes: how long calls of the backend may take.
    public init(
        root: String, backend: BackendChoice = .auto, dataDirectory: String? = nil,
        threads: Int? = nil, imageMemory: Int = Self.standardImageMemory,
        callTimes: CallTimes = CallTimes()
    ) {
        self.root = root
        self.backend = backend
        self.dataDirectory = dataDirectory
        self.threads = threads
        self.imageMemory = imageMemory
        self.callTimes = callTimes
    }

    /// The number of processors that this process may use, at least 1, within what its control groups grant (`cpu.max`).
    public static var processorCount: Int { Imaging.processorCount() }

    /// A quarter of the memory that the control groups of this process grant (`memory.max`), or else of the machine's memory;
    /// 512 MiB if that is not known.
    public static var standardImageMemory: Int {
        ProcessMemory.availableBytes.map { max(1, Int(clamping: $0 / 4)) } ?? 512 << 20
    }

    /// How many threads call the backend at once.
    ///
    /// With a worker there is one more, because a request that is on its way between two processes needs no processor. Calls
    /// that wait for a server need none either: there are as many as the library says are useful, within bounds. Decoding also
    /// has to be admitted by the memory budget.
    func threadCount(for library: LibraryInfo, inWorker isInWorker: Bool) -> Int {
        let threads = threads ?? (Self.processorCount + (isInWorker ? 1 : 0))
        guard library.isRemote else { return threads }
        return max(threads, min(library.callLimit ?? Self.standardRemoteCalls, Self.mostRemoteCalls))
    }

    private static let standardRemoteCalls = 6
    private static let mostRemoteCalls = 16

    /// The part of `imageMemory` for images that were asked for before.
    var imageCacheMemory: Int { min(imageMemory / 8, 256 << 20) }
}
