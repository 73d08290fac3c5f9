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
            hash.combine(bytes)
            entityTag = "\"\(String(hash.value, radix: 36))-\(bytes.count)\""
        }
    }

    /// A part of addresses that changes with each of the files. What a browser got by such an address it may keep: to
    /// ask for all files each time whether they are the same takes seconds on a slow line.
    let version: String
    private let files: [String: File]

    /// The page of this installation or build tree, which a process reads once.
    static func standard() throws(PhotoError) -> PageFolder { try installed.get() }

    private static let installed = Result { () throws(PhotoError) in try found() }

    private static func found() throws(PhotoError) -> PageFolder {
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
        let version = Self.version(of: files)
        for (name, file) in files where name.hasSuffix(".html") {
            let text = String(decoding: file.bytes, as: UTF8.self)
            let versioned = text.replacing("\"/page/", with: "\"/page/\(version)/")
            files[name] = File(Array(versioned.utf8), mimeType: file.mimeType)
        }
        self.version = version
        self.files = files
    }

    private static func version(of files: [String: File]) -> String {
        var hash = FNV1a()
        for (name, file) in files.sorted(by: { $0.key < $1.key }) {
            for byte in "\(name) \(file.entityTag)\n".utf8 { hash.combine(byte) }
        }
        let digits = String(hash.value, radix: 16)
        return "v" + String(repeating: "0", count: versionDigits - digits.count) + digits
    }

    /// All 64 bits of the hash in hexadecimal digits, so that no folder has such a name.
    private static let versionDigits = 16

    /// Whether a part of an address is the version of some page.
    private static func isVersion(_ part: Substring) -> Bool {
        part.utf8.count == 1 + versionDigits && part.first == "v"
            && part.utf8.dropFirst().allSatisfy { byte in
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
            }
    }

    /// What the parts of an address below `/page/` name: the path of a file, and whether it is an address of this version alone.
    ///
    /// A page of another version asks for its files by that one: it was loaded before this server was updated, or from another one behind
    /// the same proxy. It gets those of this version.
    func place(_ parts: [Substring]) -> (path: String, isVersioned: Bool) {
        guard let first = parts.first, Self.isVersion(first) else { return (parts.joined(separator: "/"), false) }
        return (parts.dropFirst().joined(separator: "/"), first == version)
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
