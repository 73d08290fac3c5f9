package import BackendKit
package import PhotoModel
internal import Platform
internal import PostgresClient

// Ready images, and the files themselves where ready images are too small.
extension PostgresLibrary: ImageFileLibrary {
    /// The most bytes of a file, if the administrator sets no limit.
    private static let mostFileBytes = 512 << 20

    package func requestImageFile(
        of localIdentifier: String, options: ImageOptions, call: BackendCall, deliver: (ImageFile) -> Flow
    ) throws(PhotoError) {
        guard options.allowsNetwork else { throw .networkNotAllowed("its images are at \(objects.name)") }
        let body = try body(of: localIdentifier, call)
        guard let file = body.image(options.version) else {
            throw PhotoError(.unsupportedFormat, "\(body.asset.filename) has no file that is an image")
        }
        let limits = host.limits
        try limits.check(
            file.representation.filename, pixelSize: file.pixelSize, byteSize: file.representation.byteSize)
        let choices = try ImageChoices(file, for: options)
        guard let best = choices.best else {
            throw PhotoError(
                .unsupportedFormat,
                "\(file.representation.filename): no image of it could be made when it was brought in; say picker "
                    + "ingest --again where the libraries for its format are")
        }
        if options.deliveryMode == .fastFormat, let first = choices.smallest {
            _ = deliver(try read(first, of: file, limits, call, isDegraded: !choices.isEnough(first)))
            return
        }
        if options.deliveryMode == .opportunistic, let first = choices.smallest, first != best {
            let image = try read(first, of: file, limits, call, isDegraded: true, isFinal: false)
            if deliver(image) == .stop { return }
        }
        _ = deliver(try read(best, of: file, limits, call, isDegraded: !choices.isEnough(best)))
    }

    private func read(
        _ choice: ImageChoices.Choice, of file: StoredFile, _ limits: ResourceLimits, _ call: BackendCall,
        isDegraded: Bool, isFinal: Bool = true
    ) throws(PhotoError) -> ImageFile {
        let most = limits.maxFileBytes > 0 ? limits.maxFileBytes : Self.mostFileBytes
        // The file takes memory twice: when it is received, and when it is handed over.
        let allowed = limits.maxRequestBytes > 0 ? limits.maxRequestBytes / 2 : .max
        let (limit, cancellation) = (min(most, allowed), deadline(limits, call))
        // An object of another length was written by another program: it may show something else, or be incomplete.
        let bytes =
            switch choice {
            case .rendition(let level): try rendition(level, of: file, limit: limit, cancellation)
            case .original:
                try objects.object(
                    ObjectKey.original(file.hash), length: file.objectSize, limit: limit, cancellation)
            }
        try call.check()
        return ImageFile(bytes: bytes, fullSize: file.pixelSize, isDegraded: isDegraded, isFinal: isFinal)
    }

    /// How long to wait before each look at the row of a ready image whose length differs from that of its object, in milliseconds.
    private static let pauses = [0, 100, 300, 600]

    /// The bytes of a ready image.
    ///
    /// An ingest that makes an image again, with another version of a codec, say, writes the object first and its row a moment later. So
    /// if their lengths differ, the row is read again, for a second.
    ///
    /// - Throws: `.changed` if the object still has another length than its row says.
    func rendition(
        _ level: Int, of file: StoredFile, limit: Int, _ cancellation: Cancellation
    ) throws(PhotoError) -> [UInt8] {
        let key = ObjectKey.rendition(file.hash, level)
        let bytes = try objects.object(key, limit: limit, cancellation)
        guard var length = file.renditions.first(where: { $0.level == level })?.byteSize else { return bytes }
        for time in Self.pauses where length != Int64(bytes.count) {
            pause(milliseconds: time)
            if let reason = cancellation.reason { throw PhotoError(reason) }
            let row = try run(
                SQL(
                    "SELECT byte_size FROM picker.rendition WHERE hash = ? AND level = ?", .bytes(file.hash),
                    .integer(Int64(level))), cancellation
            ).first
            length = row?.integer(0) ?? length
        }
        try objects.check(key, has: Int64(bytes.count), of: length)
        return bytes
    }

    private func deadline(_ limits: ResourceLimits, _ call: BackendCall) -> Cancellation {
        guard let end = limits.requestEnd else { return call.cancellation }
        return call.cancellation.or { MonotonicTime.now > end ? .deadline : nil }
    }
}

extension StoredFile {
    /// The size of the upright image; nil if it is not known.
    var pixelSize: PixelSize? {
        let (width, height) = (representation.pixelWidth, representation.pixelHeight)
        return width > 0 && height > 0 ? PixelSize(width: width, height: height) : nil
    }
}
