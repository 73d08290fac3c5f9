internal import FoundationEssentials
internal import PhotoModel
internal import PickerHost

/// The files of the web page, which are few and small. They are read once.
struct PageFolder: Sendable {
    struct File: Sendable {
        let bytes: [UInt8]
        /// The bytes in the gzip format; nil if that is not shorter.
        let compressed: [UInt8]?
        let mimeType: String
        /// Changes with the bytes, so that browsers that have the file need not load it again.
        let entityTag: String

        init(_ bytes: [UInt8], mimeType: String) {
            self.bytes = bytes
            compressed = Gzip.compressed(bytes).flatMap { $0.count < bytes.count ? $0 : nil }
            self.mimeType = mimeType
            var hash = FNV1a()
            for byte in bytes { hash.combine(byte) }
            entityTag = "\"\(String(hash.value, radix: 36))-\(bytes.count)\""
        }
    }

    private let files: [String: File]

    /// The page of this installation or build tree.
    static func standard() throws(PhotoError) -> PageFolder {
        let folder = BackendSearchPath.executableFolder ?? "."
        let places = ["\(folder)/Picker_PickerPage.resources/Page", "\(folder)/../share/picker/page"]
        for place in places {
            let page = PageFolder(path: place)
            if page["index.html"] != nil { return page }
        }
        throw PhotoError(
            .notFound, "the files of the web page are not in \(places.joined(separator: " or ")); install again")
    }

    init(path: String) {
        var files: [String: File] = [:]
        Self.read(folder: path, prefix: "", into: &files)
        self.files = files
    }

    /// A file by its path inside the folder.
    subscript(path: String) -> File? { files[path] }

    private static func read(folder: String, prefix: String, into files: inout [String: File]) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for name in names where !name.hasPrefix(".") {
            let path = "\(folder)/\(name)"
            if let mimeType = mimeTypes[String(name.split(separator: ".").last ?? "")] {
                guard let data = FileManager.default.contents(atPath: path) else { continue }
                files[prefix + name] = File(Array(data), mimeType: mimeType)
            } else {
                read(folder: path, prefix: "\(prefix)\(name)/", into: &files)
            }
        }
    }

    private static let mimeTypes = [
        "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8",
        "js": "text/javascript; charset=utf-8", "ts": "text/plain; charset=utf-8", "svg": "image/svg+xml",
        "png": "image/png",
        "json": "application/json", "webmanifest": "application/manifest+json",
    ]
}
