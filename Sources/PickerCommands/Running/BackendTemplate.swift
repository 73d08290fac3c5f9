internal import ArgumentParser
internal import FoundationEssentials
internal import PickerHost

/// An example backend, from which a new one is made.
struct BackendTemplate {
    enum Language: String, WordOption {
        case c, rust, swift
    }

    /// Where the photos of the example are.
    enum Kind: String, WordOption {
        case folder, remote
    }

    private typealias Example = (folder: String, id: String, title: String)

    /// The folder of the example.
    let path: String
    /// Its id, which occurs in the names of its files and in their content.
    let id: String
    /// Its name for people.
    let title: String

    private static func example(_ language: Language, _ kind: Kind) -> Example? {
        switch (language, kind) {
        case (.c, .folder): ("CBackend", "photo-archives", "Photo Archives")
        case (.c, .remote): ("RemoteCBackend", "photo-shelf", "Photo Shelf")
        case (.rust, .folder): ("RustBackend", "pixmaps", "Pixmaps")
        case (.swift, .folder): ("SwiftBackend", "photo-playlists", "Photo Playlists")
        case (.rust, .remote), (.swift, .remote): nil
        }
    }

    /// Whether there is such an example.
    static func exists(_ language: Language, _ kind: Kind) -> Bool { example(language, kind) != nil }

    /// Finds the example where it is installed, or in the source tree that the running program was built in.
    init(_ language: Language, _ kind: Kind) throws(CommandFailure) {
        guard let example = Self.example(language, kind) else {
            throw CommandFailure(.usage, "there is no example of kind \(kind) in \(language)")
        }
        let places = ["../share/doc/picker/examples", "../../../Examples"].map {
            "\(BackendSearchPath.executableFolder ?? "")/\($0)/\(example.folder)"
        }
        guard let path = places.first(where: { FileManager.default.fileExists(atPath: $0) }) else {
            throw CommandFailure(.noInput, "\(places[0]): the example is not installed; run make install")
        }
        (self.path, id, title) = (path, example.id, example.title)
    }

    /// Copies the example into a new folder, under another id.
    ///
    /// - Parameter newID: a valid id of a backend. Its words, with capitals, become the name for people.
    func copy(to folder: OutputFolder, as newID: String) throws(CommandFailure) {
        let words = newID.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }
        try copy(path, to: folder, replacing: [(id, newID), (title, words.joined(separator: " "))])
    }

    private func copy(
        _ source: String, to folder: OutputFolder, replacing words: [(old: String, new: String)]
    ) throws(CommandFailure) {
        for name in Self.names(source) where !Self.isBuilt(name) {
            let file = "\(source)/\(name)"
            let newName = words.reduce(name) { $0.replacing($1.old, with: $1.new) }
            guard let bytes = FileManager.default.contents(atPath: file) else {
                try copy(file, to: OutputFolder("\(folder.path)/\(newName)"), replacing: words)
                continue
            }
            let text = words.reduce(String(decoding: bytes, as: UTF8.self)) { $0.replacing($1.old, with: $1.new) }
            try folder.write(Array(text.utf8), to: newName)
        }
    }

    private static func names(_ folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }

    /// Whether a file in the source tree comes from a build of the example, or is hidden.
    private static func isBuilt(_ name: String) -> Bool {
        name.hasPrefix(".") || name.hasSuffix(".so")
            || ["target", "Cargo.lock", "BackendKit", "__pycache__"].contains(name)
    }
}
