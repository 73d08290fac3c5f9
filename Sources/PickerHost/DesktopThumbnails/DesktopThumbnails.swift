internal import Imaging
internal import Logging
internal import PhotoModel
internal import Platform

/// The thumbnails that the programs of a desktop share: read where one is what a request asks for, and written on wish.
///
/// A thumbnail is a file of a stranger: what it says of itself has to be what the photo's file says, and it has to be of the size
/// that its folder is for. It is parsed in this process, so never ask for those of a library whose backend is isolated.
final class DesktopThumbnails: Sendable {
    static let addressKeyword = "Thumb::URI"
    static let timeKeyword = "Thumb::MTime"
    static let byteSizeKeyword = "Thumb::Size"

    /// A thumbnail that is younger than the last change of its photo by less may show what was there before. Nanoseconds.
    private static let settlingTime: Int64 = 1_000_000_000

    let folder: String
    let isWriting: Bool
    private let state = Mutex((counts: ImageCacheCounts(), hasWarned: false, swept: Set<String>()))
    private let logger = Logger(label: "picker.cache")

    /// - Returns: nil when the settings leave them alone, or there is no folder for them.
    init?(_ settings: DesktopThumbnailSettings) {
        guard settings.use != .off, let folder = settings.folder else { return nil }
        self.folder = folder
        isWriting = settings.use == .write
    }

    var counts: ImageCacheCounts { state.withLock(\.counts) }

    func path(of photo: DesktopPhoto, _ size: DesktopThumbnailSize) -> String {
        "\(folder)/\(size.folder)/\(photo.thumbnailName)"
    }

    /// The image, if there is a thumbnail from which it can be made without loss. Runs on the calling thread, which may have to
    /// wait for the disk.
    func image(of photo: DesktopPhoto, _ options: ImageOptions, _ cancellation: Cancellation) -> PixelBuffer? {
        guard let request = Self.request(options), let side = photo.neededSide(request) else { return nil }
        for size in DesktopThumbnailSize.allCases where size.side >= side {
            guard let file = file(of: photo, size), photo.isUnchanged,
                let image = Self.image(file, of: photo, size, side, request, cancellation)
            else { continue }
            state.withLock { $0.counts.hits += 1 }
            return image
        }
        state.withLock { $0.counts.misses += 1 }
        return nil
    }

    /// Nil for what no thumbnail shows.
    static func request(_ options: ImageOptions) -> RenderRequest? {
        guard options.version == .current, options.convertsToSRGB, options.crop == nil else { return nil }
        var request = RenderRequest(options)
        // There is no more to have than what is asked for.
        if request.resizeMode == .none { request.resizeMode = .fast }
        return request
    }

    /// The content of a thumbnail that is of this photo, as it is now.
    func file(of photo: DesktopPhoto, _ size: DesktopThumbnailSize) -> [UInt8]? {
        guard let file = try? OwnedDescriptor.open(path(of: photo, size), [.noFollow, .neverWait]),
            let status = try? file.borrowed.status(), status.kind == .file, status.owner == CurrentProcess.user,
            Self.isSettled(status, photo),
            (1...Int64(size.largestFile)).contains(status.byteSize),
            let bytes = try? file.borrowed.bytes(Int(status.byteSize), at: 0), Self.isOf(photo, bytes)
        else { return nil }
        return bytes
    }

    /// Whether the thumbnail was made long enough after the photo changed. Some file systems keep times of centuries.
    private static func isSettled(_ status: FileStatus, _ photo: DesktopPhoto) -> Bool {
        let (age, isImpossible) = status.modificationTime.subtractingReportingOverflow(photo.status.changeTime)
        return !isImpossible && age >= settlingTime
    }

    private static func isOf(_ photo: DesktopPhoto, _ bytes: [UInt8]) -> Bool {
        let keywords: Set = [addressKeyword, timeKeyword, byteSizeKeyword]
        guard let texts = PNGText.texts(in: bytes, keywords: keywords) else { return false }
        // Some programs write parts of a second, too.
        let seconds = texts[timeKeyword]?.prefix { $0 != "." }
        return texts[addressKeyword] == photo.address && seconds == "\(photo.modificationSeconds)"
            && texts[byteSizeKeyword].map { $0 == "\(photo.status.byteSize)" } ?? true
    }

    private static func image(
        _ file: [UInt8], of photo: DesktopPhoto, _ size: DesktopThumbnailSize, _ side: Int, _ request: RenderRequest,
        _ cancellation: Cancellation
    ) -> PixelBuffer? {
        let limits = ImageLimits(
            maxPixels: size.side * size.side, maxFileBytes: size.largestFile, maxMemoryBytes: 64 << 20,
            maxSeconds: 2)
        let decoder = ImageDecoder(limits: limits)
        let source = ImageSource(bytes: file)
        guard let header = try? decoder.header(of: source), header.format == .png, header.orientation == .upright,
            max(header.storedSize.width, header.storedSize.height) <= size.side,
            max(header.storedSize.width, header.storedSize.height) >= side, photo.hasShape(header.storedSize),
            let image = try? decoder.renderWithDiagnostics(source, request, cancellation: cancellation),
            !image.diagnostics.isIncomplete, !image.diagnostics.isTruncated
        else { return nil }
        return image.buffer
    }

    /// Whether what killed processes left in a folder is to be removed: once, before the first thumbnail is written there.
    func beginsToWrite(in folder: String) -> Bool { state.withLock { $0.swept.insert(folder).inserted } }

    /// Says why thumbnails cannot be written, once.
    func warn(_ error: SystemError) {
        let isFirst = state.withLock { state in
            defer { state.hasWarned = true }
            return !state.hasWarned
        }
        if isFirst { logger.warning("\(folder): \(error); no thumbnails are written there until it can be used") }
    }
}
