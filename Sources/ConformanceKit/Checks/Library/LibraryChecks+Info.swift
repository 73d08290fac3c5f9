internal import BackendAPI
internal import PhotoModel
internal import Platform

/// What a library says of itself.
extension LibraryChecks {
    static func info(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        let (reply, info) = library.info()
        try reply.ok()
        let declared = try context.info().capabilities
        let unknown = info.missing.subtracting(declared)
        try context.expect(
            unknown.isEmpty, "the library misses what its backend does not offer (bits \(unknown.rawValue))")
        for (name, text) in [("title", info.title), ("account", info.account), ("service", info.service)] {
            try context.expect(text.isValid, "the \(name) is not UTF-8 without NUL: \"\(text)\"")
        }
        let paths = try library.assets().map(\.path)
        for path in info.hasFiles ? paths : [] {
            let kind = try? Descriptor.workingFolder.status(of: (context.root / path).bytes).kind
            try context.expect(
                kind == .file || kind == .link, "it says that paths are files, and \(path) is none")
        }
        for _ in 0..<3 {
            try context.expect(library.info().info == info, "asked again, it says something else")
        }
    }
}
