package import BackendKit
internal import HTTPClient
package import PhotoModel
internal import Platform

// Images that the server has: thumbnail, preview, and the largest one.
extension ImmichLibrary: ImageFileLibrary {
    /// The most bytes of a thumbnail or a preview.
    private static let mostReadyBytes = 64 << 20
    /// The most bytes of a file, if the administrator sets no limit.
    private static let mostFileBytes = 512 << 20

    package func requestImageFile(
        of localIdentifier: String, options: ImageOptions, call: BackendCall, deliver: (ImageFile) -> Flow
    ) throws(PhotoError) {
        let id = try id(of: localIdentifier)
        // The thumbnail of an asset that was not listed yet takes one request instead of two.
        let isSmall = options.crop == nil && options.targetSize.map { max($0.width, $0.height) <= 250 } ?? false
        let record = isSmall || !options.allowsNetwork ? cache[id] : try record(of: id, call)
        let limits = host.limits
        let request = ImageAsk(
            id: id, record: record, options: options, need: try ImageNeed(options, of: record?.pixelSize),
            limits: limits, end: limits.requestEnd, showsEdits: access.showsEdits)
        if let record {
            try limits.check(record.filename, pixelSize: record.pixelSize, byteSize: record.byteSize)
        }
        // Full resolution means the uploaded file if it can be read, not a copy of it.
        let level = options.targetSize == nil ? .full : request.need.level(of: record?.pixelSize, sides: sizes.sides)
        let file: File
        if !options.allowsNetwork {
            file = try kept(request)
        } else if options.deliveryMode == .fastFormat {
            file = try ready(.thumbnail, request, call)
        } else {
            if options.deliveryMode == .opportunistic,
                try deliverSmaller(than: level, request, call, deliver) == .stop
            {
                return
            }
            file = try best(level, request, call)
        }
        _ = deliver(request.file(file.bytes, isDegraded: !request.need.isMet(by: file.header)))
    }

    private typealias File = ReadyImages.File

    /// Delivers the images of the levels below this one as degraded frames.
    private func deliverSmaller(
        than level: ImageNeed.Level, _ request: ImageAsk, _ call: BackendCall, _ deliver: (ImageFile) -> Flow
    ) throws(PhotoError) -> Flow {
        for step in [ImageNeed.Level.thumbnail, .preview] where step < level {
            // If the server has not made this image yet, it may have the others.
            guard let file = try? ready(step, request, call) else {
                try call.check()
                continue
            }
            if deliver(request.file(file.bytes, isDegraded: true, isFinal: false)) == .stop { return .stop }
        }
        return .more
    }

    /// The image in memory that is the smallest that is large enough, or else the largest one.
    private func kept(_ request: ImageAsk) throws(PhotoError) -> File {
        let found = [ImageNeed.Level.thumbnail, .preview].compactMap { readyImages[request.id, $0, request.isEdited] }
        guard let file = found.first(where: { request.need.isMet(by: $0.header) }) ?? found.last else {
            throw .networkNotAllowed("its images are at \(server.name)")
        }
        return file
    }

    /// The image of a level, or of the next one if the administrator of the server made this one smaller than its default size.
    private func best(_ level: ImageNeed.Level, _ request: ImageAsk, _ call: BackendCall) throws(PhotoError) -> File {
        if level == .full { return try largest(request, call) }
        let file = try ready(level, request, call)
        guard !request.need.isMet(by: file.header), let next = ImageNeed.Level(rawValue: level.rawValue + 1),
            next < .full || request.record?.mediaType != .video
        else { return file }
        return try best(next, request, call)
    }

    /// The thumbnail or the preview, which the server makes of every asset.
    private func ready(_ level: ImageNeed.Level, _ request: ImageAsk, _ call: BackendCall) throws(PhotoError) -> File {
        let bytes = try bytes(
            request.endpoint(level == .thumbnail ? "thumbnail" : "preview"), Self.mostReadyBytes, request, call)
        guard let header = ImageHeader(bytes) else {
            throw PhotoError(
                .unsupportedFormat,
                "\(server.name) keeps its images in a format that is not read here; set it to JPEG or WebP")
        }
        sizes.learn(level, header, of: request.record?.pixelSize)
        let file = File(bytes: bytes, header: header)
        readyImages.keep(file, request.id, level, request.isEdited)
        return file
    }

    /// The original if it can be read; else the server's full-size image; else the preview.
    private func largest(_ request: ImageAsk, _ call: BackendCall) throws(PhotoError) -> File {
        guard let record = request.record, record.mediaType != .video else { return try ready(.preview, request, call) }
        let most = request.limits.maxFileBytes > 0 ? request.limits.maxFileBytes : Self.mostFileBytes
        if ContentType.isImageFile(record.contentType), !request.isEdited {
            if let file = try file("/assets/\(record.id.uuid)/original", most, request, call, or: []) { return file }
        } else if let file = try file(request.endpoint("fullsize"), most, request, call, or: [.accessDenied]) {
            return file
        }
        return try ready(.preview, request, call)
    }

    /// A large image; nil if the file is not an image, or if the server cannot read it, for example because its disk with originals is not
    /// mounted. Previews may be on another disk.
    ///
    /// - Parameter others: further errors for which the result is nil.
    private func file(
        _ endpoint: String, _ limit: Int, _ request: ImageAsk, _ call: BackendCall, or others: [PhotoStatus]
    ) throws(PhotoError) -> File? {
        do throws(PhotoError) {
            let bytes = try bytes(endpoint, limit, request, call)
            return ImageHeader(bytes).map { File(bytes: bytes, header: $0) }
        } catch {
            let reasons = [.notFound, .internal, .busy] + others
            guard reasons.contains(error.status), error.retryAfter == nil else { throw error }
            return nil
        }
    }

    /// Loads a file. It takes memory twice: when it is received, and when it is handed over.
    private func bytes(
        _ endpoint: String, _ limit: Int, _ request: ImageAsk, _ call: BackendCall
    ) throws(PhotoError) -> [UInt8] {
        let allowed = request.limits.maxRequestBytes > 0 ? request.limits.maxRequestBytes / 2 : .max
        return try server.response(.file(endpoint, limit: min(limit, allowed)), call, until: request.end).bytes
    }
}

/// An image request, with the record of its asset if that is known.
private struct ImageAsk {
    let id: ImmichID
    let record: AssetRecord?
    let options: ImageOptions
    let need: ImageNeed
    let limits: ResourceLimits
    /// When the administrator's time limit is over, on the monotonic clock in nanoseconds; nil if there is none.
    let end: UInt64?

    /// Whether the server knows images with edits.
    let showsEdits: Bool

    /// Whether the image with edits is wanted: where it is not known whether there are any, the server gives what there is.
    var isEdited: Bool {
        options.version == .current && (record.map { $0.flags.contains(.edited) } ?? showsEdits)
    }

    func endpoint(_ size: String) -> String {
        "/assets/\(id.uuid)/thumbnail?size=\(size)" + (isEdited ? "&edited=true" : "")
    }

    func file(_ bytes: [UInt8], isDegraded: Bool, isFinal: Bool = true) -> ImageFile {
        // The size in the record is that of the current version.
        let isCurrent = record?.flags.contains(.edited) != true || options.version == .current
        return ImageFile(
            bytes: bytes, fullSize: isCurrent ? record?.pixelSize : nil, isDegraded: isDegraded, isFinal: isFinal)
    }
}
