internal import Logging
internal import PhotoModel
internal import Platform

/// Encoded images on the disk, in one file that all libraries of a user and all processes share.
///
/// Reading and writing have threads of their own, so that a disk that hangs holds up nothing else. When the file cannot be used,
/// images are made as if there were none; the log says why, once.
final class DiskImageCache: Sendable {
    private struct State {
        var pack: PackFile?
        var isReplacing: Bool
        var counts = ImageCacheCounts()
        /// On `MonotonicTime`: nothing is read or written before.
        var pauseEnd: UInt64 = 0
        /// The same for writing alone.
        var writingPauseEnd: UInt64 = 0
        var hasWarned = false
        /// Bytes of images that wait to be written.
        var waitingBytes = 0
    }

    /// Images that are larger are not for a cache of thumbnails and posters.
    private static let largestImage = 256 << 10
    /// So many bytes wait to be written at most; what comes then is not kept.
    private static let waitingLimit = 8 << 20
    /// Nanoseconds until a disk that failed is tried again.
    private static let pause: UInt64 = 60_000_000_000

    private let path: String
    private let layout: PackLayout
    private let state: Mutex<State>
    private let reading = ThreadPool(
        "images on the disk", limit: 2, callTime: .seconds(2), grace: .seconds(1))
    private let writing = ThreadPool("images to keep", limit: 1)
    private let logger = Logger(label: "picker.cache")

    /// - Returns: nil when the settings leave no room, or there is no folder for it.
    init?(_ settings: DiskCacheSettings) {
        guard let folder = settings.folder, let layout = PackLayout(byteCount: settings.byteCount) else { return nil }
        path = "\(folder)/images-1"
        self.layout = layout
        state = Mutex(State(isReplacing: settings.replacesOthers))
    }

    var counts: ImageCacheCounts { state.withLock(\.counts) }

    /// Looks for an image.
    ///
    /// - Parameter request: made on a thread that may wait for the disk.
    /// - Returns: what it was, so that what is made instead can be added; nil when that would be in vain.
    func image(
        priority: RequestPriority, for request: @escaping @Sendable () -> PackedImageRequest
    ) async -> (image: EncodedImage?, request: PackedImageRequest?) {
        guard state.withLock(\.pauseEnd) <= MonotonicTime.now else { return (nil, nil) }
        do throws(PhotoError) {
            let control = CallControl("an image on the disk")
            let found = try await reading.run(control, priority: priority) { [self] () throws(PhotoError) in
                let request = request()
                return (find(request), request)
            }
            return (found.0, found.1)
        } catch {
            if error.status == .deadline { fail("the disk does not answer", \.pauseEnd) }
            return (nil, nil)
        }
    }

    /// Adds an image that was made after `request` was, unless its file changed since. Returns at once.
    func add(_ image: EncodedImage, for request: PackedImageRequest) {
        let bytes = image.bytes.count
        guard image.isWorthKeeping, bytes <= Self.largestImage, reserve(bytes) else { return }
        writing.submit(priority: .prefetch) { [self] in
            defer { state.withLock { $0.waitingBytes -= bytes } }
            guard request.isUnchanged else { return }
            write(image, for: request.packKey)
        }
    }

    /// Returns when all that was added before is on its way to the disk.
    func finishWriting() async {
        _ = try? await writing.run(priority: .prefetch) { (_) throws(PhotoError) in }
    }

    /// Lets the threads end once they have nothing to do.
    func shutDown() {
        reading.shutDown()
        writing.shutDown()
    }

    private func reserve(_ bytes: Int) -> Bool {
        let now = MonotonicTime.now
        return state.withLock { state in
            guard max(state.pauseEnd, state.writingPauseEnd) <= now, state.waitingBytes + bytes <= Self.waitingLimit
            else { return false }
            state.waitingBytes += bytes
            return true
        }
    }
}

// On the threads that may wait for the disk.
extension DiskImageCache {
    private func find(_ request: PackedImageRequest) -> EncodedImage? {
        let key = request.packKey
        let found = tried(\.pauseEnd) { () throws in try pack().image(for: key) } ?? nil
        state.withLock { state in
            if found == nil { state.counts.misses += 1 } else { state.counts.hits += 1 }
        }
        guard let found else { return nil }
        if found.isOld { add(found.image, for: request) }
        return found.image
    }

    private func write(_ image: EncodedImage, for key: PackKey) {
        tried(\.writingPauseEnd) { () throws in
            do {
                var known = try pack()
                // What kept it from being written to may be over: another process had it for a moment, or a disk was read-only.
                if known.writeError != nil { known = try reopened() }
                try known.add(image, for: key)
            } catch is PackFile.Stale {
                try reopened().add(image, for: key)
            }
            let bytes = try pack().usedBytes()
            state.withLock { $0.counts.bytes = Int(bytes) }
        }
    }

    @discardableResult
    private func tried<Output>(_ pause: WritableKeyPath<State, UInt64>, _ body: () throws -> Output) -> Output? {
        do {
            return try body()
        } catch let error as SystemError {
            fail("\(error)", pause)
        } catch {
            // Replaced twice in a moment: another process sees to it.
        }
        return nil
    }

    /// Does without the disk for some time.
    private func fail(_ reason: String, _ pause: WritableKeyPath<State, UInt64>) {
        let end = MonotonicTime.now + Self.pause
        state.withLock { $0[keyPath: pause] = end }
        warn(reason)
    }

    private func warn(_ reason: String) {
        let isFirst = state.withLock { state in
            defer { state.hasWarned = true }
            return !state.hasWarned
        }
        guard isFirst else { return }
        logger.warning("\(path): \(reason); thumbnails are made each time until it can be used")
    }

    /// The pack, open. Two threads may open it at once, and one of them is used from then on.
    private func pack() throws(SystemError) -> PackFile {
        if let pack = state.withLock(\.pack) { return pack }
        return try reopened()
    }

    private func reopened() throws(SystemError) -> PackFile {
        // A pack of another size is replaced at the beginning alone: two processes that disagree would go on for ever.
        let replacesOthers = state.withLock(\.isReplacing)
        let pack = try PackFile.open(path, layout, replacesOthers: replacesOthers)
        let bytes = try pack.usedBytes()
        state.withLock { state in
            state.pack = pack
            if pack.writeError == nil { state.isReplacing = false }
            state.counts.bytes = Int(bytes)
        }
        if let error = pack.writeError { warn("\(error)") }
        return pack
    }
}
