internal import Cryptography
internal import PhotoModel
internal import Platform

/// An image as a pack knows it: by everything that it depends on, and by the state of its file. A file that changed has another
/// key at once, also while the index of a backend does not know that yet.
struct PackedImageRequest: Sendable {
    /// Of the asset's file, relative to the library; nil: it is not a file that the host sees.
    struct Version: Hashable, Sendable {
        let inode: UInt64
        let byteSize: Int64
        let modificationTime: Int64
        let changeTime: Int64

        /// What is there now. Waits until whatever is written from now on shows in the times of the file.
        init?(of path: [UInt8]) {
            guard var status = try? FileStatus(path: path), status.kind == .file else { return nil }
            if status.awaitSettlingTime() {
                guard let settled = try? FileStatus(path: path) else { return nil }
                status = settled
            }
            inode = status.inode
            byteSize = status.byteSize
            modificationTime = status.modificationTime
            changeTime = status.changeTime
        }
    }

    let request: CachedImageKey
    /// Of the library.
    let root: String
    /// Of the file, absolute; nil: the asset names none.
    let path: [UInt8]?
    let version: Version?

    /// Looks at the file: not to be made where waiting for a disk does harm.
    init(_ request: CachedImageKey, root: String, path: [UInt8]?) {
        self.request = request
        self.root = root
        self.path = path
        version = path.flatMap { Version(of: $0) }
    }

    /// Whether the file is still the one that was looked at.
    var isUnchanged: Bool { path.flatMap { Version(of: $0) } == version }

    var packKey: PackKey { PackKey(SHA256Digest(of: Array(text.utf8)).bytes) }

    /// Everything that counts, each part at its place and with its length, as a plugin chose some of them.
    private var text: String {
        let options = request.options
        let crop = options.crop.map { "\($0.x),\($0.y),\($0.width),\($0.height)" } ?? "-"
        let file = version.map { "\($0.inode),\($0.byteSize),\($0.modificationTime),\($0.changeTime)" } ?? "-"
        let renderer = request.renderer
        let parts = [
            ProductVersion.text, renderer.backend, renderer.version, renderer.path, renderer.file?.text ?? "-", root,
            request.localIdentifier, "\(request.contentTag)", file,
            options.targetSize.map { "\($0)" } ?? "-", "\(options.contentMode.rawValue)",
            "\(options.deliveryMode.rawValue)", "\(options.resizeMode.rawValue)", "\(options.version.rawValue)", crop,
            "\(options.convertsToSRGB)", request.encoding.text,
        ]
        return parts.map { "\($0.utf8.count):\($0)" }.joined()
    }
}

extension ImageEncoding {
    fileprivate var text: String {
        switch self {
        case .jpeg(let quality, let isProgressive): "jpeg,\(quality),\(isProgressive)"
        case .png: "png"
        case .webp(let quality): "webp,\(quality)"
        case .automatic(let quality): "automatic,\(quality)"
        }
    }
}
