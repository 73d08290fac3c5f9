internal import PhotoModel
internal import Platform

/// The encoded images of a library that were asked for before: in memory, and behind that on the disk.
final class CachedImages: Sendable {
    private let memory: Mutex<ImageCache>
    private let disk: DiskImageCache?

    /// - Parameters:
    ///   - memoryLimit: bytes of memory at most.
    ///   - disk: nil: nothing is kept on the disk.
    init(memoryLimit: Int, disk: DiskImageCache? = nil) {
        memory = Mutex(ImageCache(limit: memoryLimit))
        self.disk = disk
    }

    var memoryCounts: ImageCacheCounts { memory.withLock(\.counts) }
    var diskCounts: ImageCacheCounts { disk?.counts ?? ImageCacheCounts() }

    /// The image, if it is in memory.
    func image(for key: CachedImageKey) -> EncodedImage? { memory.withLock { $0.image(for: key) } }

    /// The image, if it is on the disk, from where it gets into memory.
    ///
    /// - Parameters:
    ///   - root: of the library.
    ///   - path: of the asset's file, absolute; nil: the asset names none.
    /// - Returns: what to call `make` with when there is none.
    func imageOnDisk(
        for key: CachedImageKey, root: String, path: [UInt8]?, priority: RequestPriority
    ) async -> (image: EncodedImage?, request: PackedImageRequest?) {
        guard let disk else { return (nil, nil) }
        let making = memory.withLock { $0.begin(key) }
        let found = await disk.image(priority: priority) { PackedImageRequest(key, root: root, path: path) }
        memory.withLock { _ = $0.end(making, found.image) }
        return found
    }

    /// Makes an image, and keeps it unless its asset is reported as changed meanwhile, or another renderer made it.
    ///
    /// - Parameter packed: the request for the disk, as `imageOnDisk` gave it.
    func make(
        _ key: CachedImageKey, _ packed: PackedImageRequest?,
        _ make: () throws(PhotoError) -> (EncodedImage, Renderer)
    ) throws(PhotoError) -> EncodedImage {
        let making = memory.withLock { $0.begin(key) }
        let (image, renderer): (EncodedImage, Renderer)
        do throws(PhotoError) {
            (image, renderer) = try make()
        } catch {
            memory.withLock { _ = $0.end(making, nil) }
            throw error
        }
        let isOfKey = renderer == key.renderer && renderer.isUnchanged
        let isKept = memory.withLock { $0.end(making, isOfKey ? image : nil) }
        if isKept, !image.isBorrowed, let packed { disk?.add(image, for: packed) }
        return image
    }

    /// Lets go of what a change of the library makes old.
    func forget(after change: LibraryChange) {
        memory.withLock { memory in
            switch (change.kind, change.subject) {
            case (.reload, _): memory.forgetAll()
            case (.current, _), (_, .collections): break
            case (_, .assets): memory.forget(change.identifiers)
            }
        }
    }

    /// Lets go of what another renderer made.
    func keepOnly(_ renderer: Renderer) { memory.withLock { $0.keepOnly(renderer) } }

    /// Returns when all that was made before is on its way to the disk.
    func finishWriting() async { await disk?.finishWriting() }

    /// Lets the threads end once they have nothing to do.
    func shutDown() { disk?.shutDown() }
}
