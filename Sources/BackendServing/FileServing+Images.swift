package import BackendKit
package import Imaging
package import PhotoFolder
package import PhotoModel
package import Platform

extension FileServing {
    /// Answers an image request from the file that shows the version asked for.
    ///
    /// - Parameters:
    ///   - item: the image to read, by its number in the file; nil: the file's main image.
    ///   - finished: called with the final frame after it was delivered.
    package func requestImage(
        of files: AssetFiles, item: Int? = nil, options: ImageOptions, acceptedFormats: FrameFormats, call: BackendCall,
        deliver: (Frame) -> Flow, finished: (Frame, ShownFile) -> Void = { _, _ in }
    ) throws(PhotoError) {
        let member = try decodable(files, options.version)
        let filename = String(decoding: member.name, as: UTF8.self)
        guard item == nil || hasItems(member.format) else {
            throw PhotoError(
                .unsupportedFormat,
                "\(filename) is no HEIF file, and has no images by numbers; ask for the image of the photo")
        }
        let file = try reading { () throws(FolderError) in
            var records = AssetRecords(root)
            let file = try records.file(member, of: files)
            try file.settle()
            return file
        }
        // Sidecars describe only the file's main image.
        let sidecars = sidecarTokens(of: files)
        let turned = item == nil ? turned(member, of: files, file, call) : nil
        var decoder = ImageDecoder(limits: ImageLimits(configured: host.limits), codecs: codecs(for: item))
        decoder.orientation = turned
        let delivery = ImageDelivery(
            source: file.source, decoder: decoder, filename: filename, acceptedFormats: acceptedFormats, sizes: sizes,
            call: call)
        try whileUnchanged(file) { () throws(PhotoError) in
            try delivery.run(options) { (frame) throws(PhotoError) in
                guard frame.isFinal else { return deliver(frame) }
                try checkUnchanged(file)
                guard sidecarTokens(of: files) == sidecars else { throw Self.changed }
                defer { finished(frame, ShownFile(name: member.name, status: file.status, turned: turned)) }
                return deliver(frame)
            }
        }
    }

    private func turned(
        _ member: AssetFiles.Member, of files: AssetFiles, _ file: OpenMediaFile, _ call: BackendCall
    ) -> Orientation? {
        var records = AssetRecords(root)
        return records.turned(member, of: files, file, cancellation: call.cancellation)
    }

    private func sidecarTokens(of files: AssetFiles) -> [UInt64] {
        var records = AssetRecords(root)
        return records.sidecarTokens(of: files)
    }

    private static var changed: PhotoError { .changed("the photo changed while it was read; ask again") }

    /// Whether files of a format may have several images, which have numbers.
    private func hasItems(_ format: MediaFormat) -> Bool {
        root.decoder.codecs.contains { $0.formats.contains(format) && $0.codec(forItem: 0) != nil }
    }

    private func codecs(for item: Int?) -> [any ImageCodec] {
        guard let item else { return root.decoder.codecs }
        return root.decoder.codecs.map { $0.codec(forItem: item) ?? $0 }
    }

    /// Runs work that reads a file. If it fails for good, and the file has changed since it was opened, throws that
    /// instead: a file that is replaced while it is read looks damaged.
    func whileUnchanged<Result>(
        _ file: OpenMediaFile, _ read: () throws(PhotoError) -> Result
    ) throws(PhotoError) -> Result {
        do throws(PhotoError) {
            return try read()
        } catch {
            if error.status.kind == .permanent { try checkUnchanged(file) }
            throw error
        }
    }

    /// Throws if the file has changed since it was opened: rows of two different images may have been read.
    func checkUnchanged(_ file: OpenMediaFile) throws(PhotoError) {
        let now = try reading { () throws(FolderError) in try file.currentStatus() }
        guard ContentTag.token(of: now) == ContentTag.token(of: file.status) else {
            throw Self.changed
        }
    }

    private func decodable(
        _ files: AssetFiles, _ version: ImageVersion
    ) throws(PhotoError) -> AssetFiles.Member {
        guard let member = files.image(version) else {
            let name = String(decoding: files.members[0].name, as: UTF8.self)
            throw PhotoError(.unsupportedFormat, "\(name) has no file that is an image")
        }
        let support = root.decoder.support(for: member.format)
        if !support.decodesPixels, let advice = support.advice {
            throw PhotoError(.unsupportedFormat, "\(String(decoding: member.name, as: UTF8.self)): \(advice)")
        }
        return member
    }
}

/// The file that a frame shows.
package struct ShownFile: Sendable {
    package let name: [UInt8]
    /// The file's status. It was the same before and after the file was read.
    package let status: FileStatus
    /// How the stored image is oriented: as a sidecar says, or else as the file says.
    package let turned: Orientation?
}

/// Makes the frames of one image request, in order.
private struct ImageDelivery {
    let source: ImageSource
    let decoder: ImageDecoder
    let filename: String
    let acceptedFormats: FrameFormats
    let sizes: ImagePlan.Sizes
    let call: BackendCall

    func run(
        _ options: ImageOptions, deliver: (Frame) throws(PhotoError) -> Flow
    ) throws(PhotoError) {
        let plan = try decoded { () throws(ImagingError) -> ImagePlan in
            let header = try decoder.header(of: source, cancellation: call.cancellation)
            return try ImagePlan(options, size: header.orientedSize, sizes: sizes)
        }
        try call.check()
        if let pixels = embedded(plan) {
            let frame = Frame(pixels: try accepted(pixels), isDegraded: true, isFinal: plan.endsWithEmbedded)
            if try deliver(frame) == .stop || plan.endsWithEmbedded { return }
        } else if let image = quick(plan) {
            let frame = Frame(
                pixels: try accepted(image.buffer), isDegraded: true, isFinal: false,
                isIncomplete: image.diagnostics.isIncomplete)
            if try deliver(frame) == .stop { return }
        }
        let image = try rendered(plan)
        let frame = Frame(
            pixels: try accepted(image.buffer), isDegraded: plan.isRenderedDegraded,
            isIncomplete: image.diagnostics.isIncomplete)
        _ = try deliver(frame)
    }

    /// A frame made from the embedded thumbnail. A broken thumbnail is ignored.
    private func embedded(_ plan: ImagePlan) -> PixelBuffer? {
        guard plan.usesEmbedded,
            let thumbnail = (try? decoder.embeddedThumbnail(of: source, cancellation: call.cancellation)) ?? nil,
            let request = plan.embedded(thumbnail.size)
        else { return nil }
        return request == RenderRequest() ? thumbnail : try? ImageScaler.scale(thumbnail, request)
    }

    /// A frame of a large image that has no thumbnail. What is wrong with the image is said with the final one.
    private func quick(_ plan: ImagePlan) -> RenderedImage? {
        guard let reduction = try? decoder.quickReduction(of: source), let request = plan.quick(reduction: reduction)
        else { return nil }
        return try? decoder.renderWithDiagnostics(source, request, cancellation: call.cancellation)
    }

    private func rendered(_ plan: ImagePlan) throws(PhotoError) -> RenderedImage {
        try decoded { () throws(ImagingError) in
            try decoder.renderWithDiagnostics(source, plan.rendered, cancellation: call.cancellation)
        }
    }

    /// Runs work that reads the file until its call is cancelled.
    private func decoded<Result>(_ read: () throws(ImagingError) -> Result) throws(PhotoError) -> Result {
        do throws(PhotoError) {
            return try decoding(filename, read)
        } catch {
            // The decoder knows only that it was stopped; the call knows why.
            if error.status == .cancelled { try call.check() }
            throw error
        }
    }

    private func accepted(_ pixels: PixelBuffer) throws(PhotoError) -> PixelBuffer {
        if acceptedFormats.contains(pixels.format) { return pixels }
        let opaque: [PixelFormat] = [.rgb8, .ycbcr8(ChromaSubsampling(horizontalShift: 1, verticalShift: 1))]
        let candidates = pixels.format == .rgba8 ? [.rgba8] + opaque : opaque + [.rgba8, .gray8]
        guard let target = candidates.first(where: acceptedFormats.contains) else {
            throw .unsupported("the host accepts none of the formats of pixels that this backend has")
        }
        return try decoding(filename) { () throws(ImagingError) in try pixels.converted(to: target) }
    }
}
