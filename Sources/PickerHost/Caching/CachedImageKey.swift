internal import PhotoModel
internal import Platform

/// Everything that an encoded image depends on: what has the same key is the same image, or one of a newer version of the asset.
struct CachedImageKey: Hashable, Sendable {
    var renderer: Renderer
    var localIdentifier: String
    /// The version of the asset; never 0, which stands for any.
    var contentTag: UInt64
    var options: ImageOptions
    var encoding: ImageEncoding

    /// - Returns: nil when the version is not known.
    init?(_ renderer: Renderer, _ asset: Asset, options: ImageOptions, encoding: ImageEncoding) {
        guard asset.contentTag != 0 else { return nil }
        self.renderer = renderer
        localIdentifier = asset.localIdentifier
        contentTag = asset.contentTag
        self.options = options
        // The image is the same, wherever it is from: what the network gave does without it, too.
        self.options.allowsNetwork = true
        self.encoding = encoding
    }
}

/// What makes images: a backend, with its plugin file as it is.
struct Renderer: Hashable, Sendable {
    let backend: String
    let version: String
    /// Of the plugin.
    let path: String
    /// Nil for a backend that is no file.
    let file: FileStatus.Version?

    /// - Parameters:
    ///   - path: of the plugin.
    ///   - file: the plugin's file when it was loaded, since another one may be at the path by now; nil: it is no file.
    init(_ info: BackendInfo, path: String, file: FileStatus.Version?) {
        backend = info.id
        version = info.version
        self.path = path
        self.file = file
    }

    /// Whether the plugin file is still the one that was loaded: a worker that starts again may load another.
    var isUnchanged: Bool { FileStatus.Version(path: path) == file }
}
