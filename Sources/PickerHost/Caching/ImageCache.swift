internal import PhotoModel

/// Encoded images in memory, the least recently used of which go first. A pure value.
///
/// It holds what was final and complete. An image that was begun before its asset was reported as changed is not kept, so that
/// no answer from then on is older than the report.
struct ImageCache {
    /// An image that is being made.
    struct Making: Hashable, Sendable { fileprivate let number: Int }

    /// What an image takes besides its bytes, about.
    private static let overhead = 1024
    /// One image takes at most this part of the whole: a large one must not displace all others.
    private static let largestPart = 8

    private var images: RecentlyUsed<CachedImageKey, EncodedImage>
    private var keys: [String: Set<CachedImageKey>] = [:]
    /// Those that were not reported as changed since they were begun.
    private var making: [Int: CachedImageKey] = [:]
    private var nextNumber = 0
    private(set) var counts = ImageCacheCounts()

    /// - Parameter limit: bytes at most.
    init(limit: Int) { images = RecentlyUsed(limit: limit) }

    /// Images that are being made.
    var makingCount: Int { making.count }

    /// The image, if it is there.
    mutating func image(for key: CachedImageKey) -> EncodedImage? {
        let image = images.value(for: key)
        if image == nil { counts.misses += 1 } else { counts.hits += 1 }
        return image
    }

    /// An image is about to be made. Call `end` in any case.
    mutating func begin(_ key: CachedImageKey) -> Making {
        defer { nextNumber += 1 }
        making[nextNumber] = key
        return Making(number: nextNumber)
    }

    /// It was made, or not.
    ///
    /// - Parameter image: nil when it failed or was cancelled.
    /// - Returns: whether it may be kept, here or elsewhere.
    @discardableResult
    mutating func end(_ making: Making, _ image: EncodedImage?) -> Bool {
        guard let key = self.making.removeValue(forKey: making.number), let image, image.isWorthKeeping else {
            return false
        }
        keep(image, for: key)
        return true
    }

    /// Assets were reported as changed.
    mutating func forget(_ assets: [String]) {
        for asset in assets { for key in keys.removeValue(forKey: asset) ?? [] { images.remove(key) } }
        let changed = Set(assets)
        making = making.filter { !changed.contains($0.value.localIdentifier) }
        count()
    }

    /// Anything may have changed.
    mutating func forgetAll() {
        images = RecentlyUsed(limit: images.limit)
        keys = [:]
        making = [:]
        count()
    }

    /// Only what this renderer made is of use from now on.
    mutating func keepOnly(_ renderer: Renderer) {
        for key in keys.values.joined() where key.renderer != renderer { remove(key) }
        making = making.filter { $0.value.renderer == renderer }
        count()
    }

    private mutating func keep(_ image: EncodedImage, for key: CachedImageKey) {
        let bytes = image.bytes.count + image.previewHash.count + Self.overhead
        guard bytes <= images.limit / Self.largestPart else { return }
        var image = image
        // What is cached is a part of the budget of its own.
        image.hold = nil
        // Older versions of the asset are of no use.
        for other in keys[key.localIdentifier] ?? [] where other.contentTag != key.contentTag { remove(other) }
        keys[key.localIdentifier, default: []].insert(key)
        for removed in images.insert(image, for: key, bytes: bytes) { forget(removed) }
        count()
    }

    private mutating func remove(_ key: CachedImageKey) {
        images.remove(key)
        forget(key)
    }

    private mutating func forget(_ key: CachedImageKey) {
        keys[key.localIdentifier]?.remove(key)
        if keys[key.localIdentifier]?.isEmpty == true { keys[key.localIdentifier] = nil }
    }

    private mutating func count() { (counts.images, counts.bytes) = (images.count, images.bytes) }
}

/// How a cache of images is used.
public struct ImageCacheCounts: Hashable, Sendable {
    /// Requests that it answered.
    public var hits = 0
    /// Requests that it was asked for in vain.
    public var misses = 0
    /// Images in it, where they are counted.
    var images = 0
    /// Bytes that it takes.
    public var bytes = 0

    /// None of anything.
    public init() {}
}

extension EncodedImage {
    /// Whether a cache may hold it: nothing better could exist, and nothing is missing.
    var isWorthKeeping: Bool { !isDegraded && !isIncomplete }
}
