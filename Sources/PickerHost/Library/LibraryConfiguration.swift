internal import Imaging
internal import PhotoModel
internal import Platform

/// How a library is opened.
public struct LibraryConfiguration: Sendable {
    /// The folder of photos, any path; or the address of a library.
    public var root: String
    /// What the backend wants to know besides, by the keys of its settings.
    public var settings: [String: String] = [:]
    /// Where its backend keeps what it was given by a server, such as the token of a sign-in; nil: nowhere.
    public var secrets: (any SecretKeeping)?
    /// Which backend opens it.
    public var backend: BackendChoice
    /// Where backends keep what they need, each library in a folder of its own below `libraries`, made when it is
    /// missing; nil: `picker` in the user's data folder, for backends that keep an index.
    public var dataDirectory: String?
    /// Threads that make images at once, at least 1. What lists and reads photos has as many of its own, at least two. Nil: one
    /// for each processor, and one more where images are made in a worker.
    public var threads: Int?
    /// Bytes of memory that images may take at once, by estimate: while they are made, and until the page's clients have read
    /// them; at least 1. An image that is larger is made while no other is. An eighth of it, at most 256 MiB, is for images that
    /// were asked for before.
    public var imageMemory: Int
    /// Where thumbnails and posters are kept on the disk.
    public var diskCache = DiskCacheSettings.off
    /// What is done with the thumbnails that the programs of a desktop share.
    public var desktopThumbnails = DesktopThumbnailSettings.off
    /// How long calls of the backend may take.
    public var callTimes: CallTimes
    /// False when `PhotoLibrary.refreshIndex` comes next: opening then takes the index as it is.
    public var refreshesIndex = true

    /// - Parameters:
    ///   - root: the folder of photos, any path; or the address of a library.
    ///   - backend: which backend opens it.
    ///   - dataDirectory: where backends keep what they need; nil: `picker` in the user's data folder.
    ///   - threads: that make images at once, at least 1; nil: as many as keep the processors busy.
    ///   - imageMemory: bytes that images may take at once, by estimate, at least 1.
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

    /// Processors that this process may use, at least 1, within what its control groups grant it (`cpu.max`).
    public static var processorCount: Int { Imaging.processorCount() }

    /// A quarter of the memory that the control groups of this process grant it (`memory.max`), or that the machine has; 512 MiB
    /// where that is not known.
    public static var standardImageMemory: Int {
        ProcessMemory.availableBytes.map { max(1, Int(clamping: $0 / 4)) } ?? 512 << 20
    }

    /// How many threads call the backend at once.
    ///
    /// While a request is on its way between two processes, it leaves its processor to another one. What waits for a server
    /// needs no processor: as many as the library says that make sense at once, within bounds. Decoding is admitted by memory
    /// besides.
    func threadCount(for library: LibraryInfo, inWorker isInWorker: Bool) -> Int {
        let threads = threads ?? (Self.processorCount + (isInWorker ? 1 : 0))
        guard library.isRemote else { return threads }
        return max(threads, min(library.callLimit ?? Self.standardRemoteCalls, Self.mostRemoteCalls))
    }

    private static let standardRemoteCalls = 6
    private static let mostRemoteCalls = 16

    /// What of `imageMemory` is for images that were asked for before.
    var imageCacheMemory: Int { min(imageMemory / 8, 256 << 20) }
}
