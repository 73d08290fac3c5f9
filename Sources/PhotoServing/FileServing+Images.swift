package import BackendKit
internal import Imaging
package import PhotoCatalog
package import PhotoModel
internal import Pixels
internal import RAWImaging
internal import VideoMedia

extension FileServing {
    /// Answers an image request from the file that shows the version asked for.
    ///
    /// - Parameters:
    ///   - item: which of the file's images is meant, by the file's own number; nil: the main one.
    ///   - finished: called with the final frame after it was delivered, and with the file that it shows.
    package func requestImage(
        of files: AssetFiles, item: Int? = nil, options: ImageOptions, acceptedFormats: FrameFormats, call: BackendCall,
        deliver: (Frame) -> Flow, finished: (Frame, AssetFiles.Member, FileStatus) -> Void = { _, _, _ in }
    ) throws(BackendError) {
        let member = try decodable(files, options.version)
        let filename = String(decoding: member.name, as: UTF8.self)
        let file = try reading { () throws(CatalogError) in
            var records = AssetRecords(root)
            let file = try records.file(member, of: files)
            try file.awaitQuiet()
            return file
        }
        let delivery = ImageDelivery(
            source: file.source, codecs: codecs(for: item), filename: filename, acceptedFormats: acceptedFormats,
            sizes: sizes, host: host, call: call)
        try delivery.run(options) { (frame) throws(BackendError) in
            guard frame.isFinal else { return deliver(frame) }
            try checkUnchanged(file)
            defer { finished(frame, member, file.status) }
            return deliver(frame)
        }
    }

    private func codecs(for item: Int?) -> [any ImageCodec] {
        guard let item else { return root.decoder.codecs }
        return root.decoder.codecs.map { $0.codec(forItem: item) ?? $0 }
    }

    /// A file that somebody wrote to meanwhile may have given rows of two images.
    func checkUnchanged(_ file: OpenMediaFile) throws(BackendError) {
        let now = try reading { () throws(CatalogError) in try file.currentStatus() }
        guard VersionToken.token(of: now) == VersionToken.token(of: file.status) else {
            throw .changed("the photo changed while it was read; ask again")
        }
    }

    private func decodable(
        _ files: AssetFiles, _ version: ImageVersion
    ) throws(BackendError) -> AssetFiles.Member {
        guard let member = files.image(version) else {
            let name = String(decoding: files.members[0].name, as: UTF8.self)
            throw BackendError(.unsupportedFormat, "\(name) has no file that is an image")
        }
        if !root.decoder.reads(member.format), let advice = Self.advice(member) {
            throw BackendError(.unsupportedFormat, advice)
        }
        return member
    }

    /// What would help with a format that needs another backend; nil where the decoder has the word.
    private static func advice(_ member: AssetFiles.Member) -> String? {
        let name = String(decoding: member.name, as: UTF8.self)
        let format = member.format.rawValue.uppercased()
        switch member.format {
        case .heic, .heif, .avif:
            return "\(name) is \(format); the heif backend decodes it: install libheif1 and its plugin"
        case let other where other.kind == .raw:
            return "\(name) is a RAW file (\(format)); \(RAWLibrary.problem ?? "it is not decoded here")"
        case let other where other.kind == .video:
            return "\(name): \(VideoLibraries.advice)"
        default:
            return nil
        }
    }
}
