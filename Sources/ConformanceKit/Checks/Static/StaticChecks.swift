internal import BackendAPI
internal import FoundationEssentials
internal import PhotoModel

/// What the file says without being run, and its manifest.
enum StaticChecks {
    static let all = [
        Check(
            "static.elf", "The file is a shared library for this machine", "R2.1 R16.4",
            remedy: "Build a position-independent shared library (-shared -fPIC) for the host's architecture."
        ) { context throws(CheckStop) in
            let file = try ELFFile(context.order.plugin)
            try context.expect(file.isSharedLibrary, "it is an ELF file, but no shared library")
        },
        Check(
            "static.loads", "The plugin can be loaded with all symbols bound", "R2.1 R1.2 R2.4",
            remedy: "Link what the plugin needs, and name it as a dependency; constructors only set up memory."
        ) { context throws(CheckStop) in _ = try context.plugin() },
        Check(
            "static.entry-exported", "The plugin itself exports \(PICKER_BACKEND_ENTRY_SYMBOL)", "R1.1 R1.2 R1.3",
            remedy: "Mark the entry point PICKER_EXPORT, with C linkage; in Swift, @c @implementation public func."
        ) { context throws(CheckStop) in
            let exports = try ELFFile(context.order.plugin).exports
            try context.expect(
                exports.contains(PICKER_BACKEND_ENTRY_SYMBOL), "it is not among the \(exports.count) exports")
        },
        Check(
            "static.one-export", "The plugin exports nothing but entry points", "R1.1",
            remedy: "Link with a version script as Plugins/exports.map, or compile with -fvisibility=hidden."
        ) { context throws(CheckStop) in
            let others = try ELFFile(context.order.plugin).exports.filter { !isEntryPoint($0) }
            let shown = others.sorted().prefix(5).joined(separator: ", ")
            try context.expect(others.isEmpty, "it exports \(others.count) more symbols: \(shown)")
        },
        Check(
            "static.no-executable-stack", "The plugin asks for no executable stack, and its code is not relocated",
            "R2.1", .should,
            remedy: "Mark assembler files with .note.GNU-stack, and compile all of it with -fPIC."
        ) { context throws(CheckStop) in
            let file = try ELFFile(context.order.plugin)
            try context.expect(!file.wantsExecutableStack, "its stack would be executable")
            try context.expect(!file.hasTextRelocations, "its code is changed when it is loaded (TEXTREL)")
        },
        Check(
            "static.no-handlers", "The plugin imports nothing that installs fork handlers", "R15.1 R15.7",
            remedy:
                "Do without pthread_atfork; a plugin must not assume that it is the only one. What a runtime registers is declared."
        ) { context throws(CheckStop) in
            if try context.info().runtime.contains(.exitHandlers) {
                throw .notApplicable("it declares the runtime \"exit-handlers\"")
            }
            let forbidden: Set = ["pthread_atfork", "__register_atfork", "on_exit"]
            let found = try ELFFile(context.order.plugin).imports.intersection(forbidden)
            try context.expect(found.isEmpty, "it imports \(found.sorted().joined(separator: ", "))")
        },
        Check(
            "static.manifest", "There is a manifest beside the plugin", "R3.1", .should,
            remedy: "Write NAME.backend.json beside the plugin; docs/abi.md, Manifest, has one to copy."
        ) { context throws(CheckStop) in
            try context.expect(
                try Manifest.find(for: context.order.plugin) != nil, "no *.backend.json names this library")
        },
        Check(
            "static.settings", "Settings and schemes can be asked for and written down", "R18.1 R18.2",
            remedy: "Keys like ids, each once; a title; choices for a choice; a default that is a value of the kind."
        ) { context throws(CheckStop) in try settings(try context.info(), context) },
        Check(
            "static.manifest-agrees", "The manifest says what info says, or more", "R3.2",
            remedy: "Make id, version and priority the same; the manifest has every capability and format there can be."
        ) { context throws(CheckStop) in try manifestAgrees(context) },
        Check(
            "static.info-texts", "id, name, version and formats are texts as the ABI wants them", "R8.1 R8.7 R7.5 R3.2",
            remedy: "The id has lower-case letters, digits and \"-\", at most 64; the rest is UTF-8 that is not empty."
        ) { context throws(CheckStop) in try infoTexts(context) },
        Check(
            "static.known-capabilities", "info sets no capability bits without a name", "R5.8 R16.2", .should,
            remedy: "Set bits of PICKER_CAPABILITY_* alone."
        ) { context throws(CheckStop) in
            guard try !context.isNewer() else { throw .notApplicable("newer headers, which it has, name more") }
            let capabilities = try context.info().capabilities
            let named = BackendCapabilities(names: capabilities.names) ?? []
            try context.expect(
                capabilities == named, "bits without a name are set: \(capabilities.subtracting(named).rawValue)")
        },
        Check(
            "static.layout", "The layout that this kit was built with is that of ABI 1",
            "R16.1 R17.1 R17.2 R5.6 R5.1 R5.7",
            remedy: "This is about the kit: build it with the released headers."
        ) { _ throws(CheckStop) in try layout() },
    ]

    /// Of this version or of another one: a plugin may have those of later ones too.
    private static func isEntryPoint(_ symbol: String) -> Bool {
        let prefix = "picker_backend_entry_v"
        let version = symbol.dropFirst(prefix.count)
        return symbol.hasPrefix(prefix) && version.first != "0" && UInt32(version) != nil
    }

    private static func manifestAgrees(_ context: CheckContext) throws(CheckStop) {
        guard let manifest = try Manifest.find(for: context.order.plugin) else {
            throw .notApplicable("it has no manifest")
        }
        let info = try context.info()
        try context.expect(manifest.schema == 1, "its schema is \(manifest.schema), not 1")
        try context.expect(manifest.id == info.id.description, "its id is \(manifest.id), that of info \(info.id)")
        try context.expect(
            manifest.version == info.version.description, "its version is \(manifest.version), info's \(info.version)")
        try context.expect(
            manifest.priority == info.priority, "its priority is \(manifest.priority), info's \(info.priority)")
        // The manifest is that of a system that has everything: info may answer less, never more.
        let capabilities = Set(info.capabilities.names).subtracting(manifest.capabilities).sorted()
        try context.expect(capabilities.isEmpty, "it lacks the capabilities \(capabilities.joined(separator: ", "))")
        let formats = Set(info.formats).subtracting(manifest.formats).sorted()
        try context.expect(formats.isEmpty, "it lacks the formats \(formats.joined(separator: ", "))")
        let runtime = Set(info.runtime.names).subtracting(manifest.runtime ?? []).sorted()
        try context.expect(runtime.isEmpty, "its \"runtime\" lacks \(runtime.joined(separator: ", "))")
        let exports = try ELFFile(context.order.plugin).exports
        let missing = manifest.abi.map { "picker_backend_entry_v\($0)" }.filter { !exports.contains($0) }
        try context.expect(
            missing.isEmpty, "by its \"abi\" it would export \(missing.joined(separator: ", ")), which it does not")
        try context.expect(manifest.abi.contains(Int(PICKER_ABI_VERSION)), "\"abi\" lacks \(PICKER_ABI_VERSION)")
    }

    private static func infoTexts(_ context: CheckContext) throws(CheckStop) {
        let info = try context.info()
        let id = info.id.bytes ?? []
        let isID =
            !id.isEmpty && id.count <= 64
            && id.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == UInt8(ascii: "-") }
        try context.expect(isID, "the id is \"\(info.id)\"")
        for (name, text) in [("name", info.name), ("version", info.version)] {
            try context.expect(text.isValid && text.bytes?.isEmpty == false, "the \(name) is \"\(text)\"")
        }
        let absent = info.absent.joined(separator: " and ")
        try context.expect(info.absent.isEmpty, "it counts \(absent), and the pointer to them is NULL")
        for format in info.formatTexts {
            try context.expect(format.isValid && format.bytes?.isEmpty == false, "a format is \"\(format)\"")
        }
    }

    /// Sizes as in abi-v1.layout; a kit that was built with other headers would test something else.
    private static func layout() throws(CheckStop) {
        let sizes: [(String, Int, Int)] = [
            ("picker_backend", MemoryLayout<picker_backend>.size, 56),
            ("picker_backend_info", MemoryLayout<picker_backend_info>.size, 128),
            ("picker_library", MemoryLayout<picker_library>.size, 152),
            ("picker_open_request", MemoryLayout<picker_open_request>.size, 96),
            ("picker_fetch", MemoryLayout<picker_fetch>.size, 48),
            ("picker_asset", MemoryLayout<picker_asset>.size, 200),
            ("picker_image_request", MemoryLayout<picker_image_request>.size, 80),
        ]
        for (name, size, expected) in sizes where size != expected {
            throw .harness("\(name) has \(size) bytes, ABI 1 has \(expected)")
        }
    }
}

/// `NAME.backend.json` beside a plugin, as far as checks compare it.
struct Manifest: Decodable {
    var schema: Int
    var id: String
    var name: String
    var version: String
    var abi: [Int]
    var library: String
    var priority: Int32
    var capabilities: [String]
    var formats: [String]
    var runtime: [String]?

    /// The manifest that names this library; nil when there is none.
    static func find(for plugin: String) throws(CheckStop) -> Manifest? {
        let path = BytePath(plugin)
        var (folder, name) = (path.folder, path.name.description)
        // A manifest names its library by a path, which may lead into a folder beside it.
        for _ in 0..<4 {
            if let manifest = try find(in: folder, naming: name) { return manifest }
            if folder.bytes.isEmpty { break }
            (folder, name) = (folder.folder, "\(folder.name)/\(name)")
        }
        return nil
    }

    private static func find(in folder: BytePath, naming name: String) throws(CheckStop) -> Manifest? {
        // SwiftPM's build folder has manifests in folders of their own (docs/abi.md, Manifest).
        let nested = Files.names(folder).filter { $0.description.hasSuffix(".resources") }
        for place in [folder] + nested.map({ folder / $0 }) {
            for file in Files.names(place) where file.description.hasSuffix(".backend.json") {
                guard let text = try? Files.read(place / file) else { continue }
                guard let manifest = try? JSONDecoder().decode(Manifest.self, from: Data(text)) else {
                    if mentions(text, name) {
                        throw .failed("\(place / file) is not a manifest: keys are missing or wrong")
                    }
                    continue
                }
                let parts = manifest.library.split(separator: "/").filter { $0 != "." }
                if parts.joined(separator: "/") == name { return manifest }
            }
        }
        return nil
    }

    private static func mentions(_ text: [UInt8], _ name: String) -> Bool {
        String(decoding: text, as: UTF8.self).contains("\"\(name)\"")
    }
}
