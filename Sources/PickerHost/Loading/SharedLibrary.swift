internal import BackendAPI
internal import BackendWorker
internal import PhotoModel
internal import Platform

/// A loaded plugin file. Never unloaded: a Swift library cannot be, and handles into it may live on (R2).
struct SharedLibrary: Sendable {
    private let library: DynamicLibrary
    let path: String

    /// Loads the file with all its symbols resolved and none of them visible to others.
    init(path: String) throws(PhotoError) {
        do throws(DynamicLibrary.LinkerError) {
            library = try DynamicLibrary(path: path)
        } catch {
            throw PhotoError(.unsupported, Self.advice(error.message, for: path))
        }
        self.path = path
    }

    /// The entry point. This host speaks one version, whose symbol it asks for; a plugin may have later ones beside it (R4).
    func entry() throws(PhotoError) -> PluginEntry {
        let symbol = PICKER_BACKEND_ENTRY_SYMBOL
        guard let address = library.address(of: symbol) else {
            throw PhotoError(.unsupported, "\(path): \(reason(withoutEntry: symbol))")
        }
        guard library.contains(address) else {
            throw PhotoError(
                .unsupported, "\(path): not a Picker backend: \(symbol) comes from a library that it needs")
        }
        return unsafeBitCast(address, to: PluginEntry.self)  // The symbol's name stands for its type.
    }

    private func reason(withoutEntry symbol: String) -> String {
        let later = PluginEntryVersions.later.first { version in
            library.address(of: PluginEntryVersions.symbol(version)).map { library.contains($0) } ?? false
        }
        guard let later else { return "not a Picker backend: it does not export \(symbol)" }
        return
            "it speaks ABI \(later) and later, this host \(PICKER_ABI_VERSION); update Picker, or install an older version of it"
    }

    /// The dynamic linker's own words, which name what is missing, with what to do about it.
    private static func advice(_ message: String, for path: String) -> String {
        let text = message.hasPrefix(path) ? message : "\(path): \(message)"
        guard message.contains("cannot open shared object file"), !message.hasPrefix(path) else { return text }
        let missing = message.prefix { $0 != ":" }
        let advice = LibraryPackages.package(of: missing).map { "apt install \($0), or what has it elsewhere" }
        return "\(path): it needs \(missing), which is not installed: "
            + (advice ?? "install the package that has \(missing)") + (isCopy(path) ? besideCopies : "")
    }

    private static func isCopy(_ path: String) -> Bool { path.hasPrefix("/proc/self/fd/") }

    /// What else can be the reason: docs/decisions/0182-loading-what-a-report-is-of.md.
    private static let besideCopies =
        "; if it is beside the plugin, let no one but root and this user write to the plugin's folders: it is not looked for there"
}

/// The names of entry points: the name is the version (R4).
enum PluginEntryVersions {
    /// Versions to come, for messages.
    static let later = (PICKER_ABI_VERSION + 1)...(PICKER_ABI_VERSION + 15)

    static func symbol(_ version: UInt32) -> String { "picker_backend_entry_v\(version)" }
}

/// Which Debian package has a shared library that a backend needs.
enum LibraryPackages {
    /// By the library's name up to its version.
    private static let packages = [
        "libde265": "libde265-0", "libexif": "libexif12", "libexpat": "libexpat1", "libgif": "libgif7",
        "libheif": "libheif1", "libjpeg": "libjpeg62-turbo", "liblcms2": "liblcms2-2", "libpng16": "libpng16-16",
        "libsqlite3": "libsqlite3-0", "libwebp": "libwebp7", "libwebpdemux": "libwebpdemux2",
        "libwebpmux": "libwebpmux3", "libz": "zlib1g", "libzimg": "libzimg2",
    ]

    /// - Parameter library: for example `libheif.so.1`.
    static func package(of library: some StringProtocol) -> String? {
        packages[String(library.prefix { $0 != "." })]
    }
}
