package import BackendKit
package import PhotoModel
internal import Platform

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
        let (key, length): (String, Int64?) =
            switch choice {
            case .rendition(let level):
                (ObjectKey.rendition(file.hash, level), file.renditions.first { $0.level == level }?.byteSize)
            case .original: (ObjectKey.original(file.hash), file.objectSize)
            }
        // An object of another length was written by another program: it may show something else, or be incomplete.
        let bytes = try objects.object(key, length: length, limit: min(most, allowed), deadline(limits, call))
        try call.check()
        return ImageFile(bytes: bytes, fullSize: file.pixelSize, isDegraded: isDegraded, isFinal: isFinal)
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
