internal import PhotoModel
internal import PickerHost

/// Makes thumbnails of many assets, several at a time, and records the result of each.
actor ThumbnailRun {
    struct Counts: Sendable {
        /// Includes those that were made before.
        var made = 0
        var madeBefore = 0
        var failed = 0
    }

    private typealias Line = ThumbnailManifest.Line

    private let library: PhotoLibrary
    private let folder: OutputFolder
    private let size: PixelSize?
    private let quality: Int
    private let printsLines: Bool
    private let progress: ProgressLine
    /// The number of assets; nil if it is not known.
    private let total: Int?
    private let earlier: ThumbnailManifest
    private var manifest: [UInt8] = []
    /// Identifiers of the photos that this run has reached.
    private var seen: Set<String> = []
    private var counts = Counts()
    private let json = JSONText()

    init(
        library: PhotoLibrary, folder: OutputFolder, size: PixelSize?, quality: Int, printsLines: Bool,
        progress: ProgressLine, total: Int?
    ) {
        self.library = library
        self.folder = folder
        self.size = size
        self.quality = quality
        self.printsLines = printsLines
        self.progress = progress
        self.total = total
        earlier = ThumbnailManifest(in: folder)
    }

    private nonisolated var box: String { size.map { "\($0.width)x\($0.height)" } ?? "full" }

    /// Makes the thumbnails.
    ///
    /// - Throws: if the run is interrupted, or the folder cannot be written. What was made stays.
    func make(_ windows: AssetWindows, inFlight: Int) async throws {
        var windows = windows
        try await withThrowingTaskGroup(of: Line.self) { group in
            var running = 0
            while let assets = try await windows.next() {
                for asset in assets {
                    if try recordEarlier(asset) { continue }
                    if running >= inFlight, let line = try await group.next() {
                        try record(line)
                        running -= 1
                    }
                    group.addTask { try await self.thumbnail(of: asset) }
                    running += 1
                }
            }
            for try await line in group { try record(line) }
        }
    }

    /// Records the thumbnail of an asset if an earlier run made it.
    ///
    /// - Returns: whether one did.
    private func recordEarlier(_ asset: Asset) throws -> Bool {
        seen.insert(asset.localIdentifier)
        guard let done = earlier.done(asset, box: box, quality: quality, in: folder) else { return false }
        counts.madeBefore += 1
        try record(done)
        return true
    }

    /// Writes the manifest, also after an interruption, so that the next run continues from there.
    ///
    /// - Parameter isWhole: false if the run was interrupted. The earlier lines of photos that it did not reach are kept then.
    func finish(isWhole: Bool) throws -> Counts {
        progress.finish()
        for line in isWhole ? [] : earlier.lines(except: seen) { manifest += try bytes(of: line) }
        try folder.write(manifest, to: ThumbnailManifest.name)
        return counts
    }

    private nonisolated func thumbnail(of asset: Asset) async throws -> Line {
        var options = ImageOptions(targetSize: size, deliveryMode: .highQualityFormat)
        options.scaleDownOnly(asset)
        let name = "\(asset.localIdentifier).jpg"
        do {
            let image = try await library.encodedImage(
                of: asset.localIdentifier, asset: asset, options: options, encoding: .jpeg(quality: quality),
                priority: .near)
            try folder.write(image.bytes, to: name)
            return Line(
                localIdentifier: asset.localIdentifier, relativePath: asset.path.text, file: name,
                width: image.size.width, height: image.size.height,
                placeholder: Base64.urlText(image.previewHash), incomplete: image.isIncomplete ? true : nil,
                status: "OK", message: nil, version: asset.version, box: box, quality: quality)
        } catch let error as PhotoError where error.status != .cancelled && error.status != .closed {
            return Line(
                localIdentifier: asset.localIdentifier, relativePath: asset.path.text, file: nil, width: nil,
                height: nil, placeholder: nil, status: error.status.name, message: error.line, version: asset.version,
                box: box, quality: quality)
        }
    }

    private func record(_ line: Line) throws {
        if line.file == nil { counts.failed += 1 } else { counts.made += 1 }
        let bytes = try bytes(of: line)
        manifest += bytes
        if printsLines {
            StandardOutput.shared.write(bytes)
            StandardOutput.shared.flush()
        }
        progress.update(counts.made + counts.failed, of: total)
    }

    private func bytes(of line: Line) throws -> [UInt8] { try json.bytes(line) + [UInt8(ascii: "\n")] }
}
