internal import ArgumentParser
internal import PhotoModel
internal import PickerHost

/// `picker libraries`: names of libraries, with the settings that open them.
struct Libraries: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "libraries", abstract: "Give libraries names, wherever their photos are: --library NAME.",
        discussion: """
            Settings are kept in libraries.json in picker's configuration folder; keys and passwords in files of their \
            own there, which only you can read.

            Examples:
              picker libraries add holidays ~/Pictures/Holidays
              picker pick --library holidays
            """,
        subcommands: [
            LibrariesList.self, LibrariesAdd.self, LibrariesShow.self, LibrariesRemove.self, LibrariesSignIn.self,
            LibrariesSignOut.self,
        ], defaultSubcommand: LibrariesList.self)
}

struct LibrariesList: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the libraries that have names.")

    @Flag(help: "As one JSON document.")
    var json = false

    private struct Document: Encodable {
        let libraries: [LibraryDocument]
    }

    func execute() async throws -> ExitStatus {
        let book = try LibraryBook()
        if json {
            let documents = try book.names.map { try LibraryDocument($0, in: book) }
            try JSONOutput.document(Document(libraries: documents))
        } else if book.names.isEmpty {
            StandardOutput.shared.line(
                "No library has a name yet; picker libraries add NAME FOLDER-OR-ADDRESS gives it one.")
        } else {
            // Secrets are not read, so that one that cannot be read does not prevent the list.
            let rows = try book.names.map { [$0, try book.library($0).location] }
            StandardOutput.shared.write(TextFormat.table(rows))
        }
        return .done
    }
}

struct LibrariesShow: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show where a library is and how it is opened; secrets are not shown.")

    @Argument(help: "The name of the library.")
    var name: String
    @Flag(help: "As one JSON document.")
    var json = false

    func execute() async throws -> ExitStatus {
        let book = try LibraryBook()
        let document = try LibraryDocument(name, in: book)
        if json {
            try JSONOutput.document(document)
        } else {
            var rows = [["name", document.name], ["location", document.location]]
            rows += document.settings.sorted { $0.key < $1.key }.map { [$0.key, $0.value] }
            rows += document.secrets.map { [$0, "(kept secret)"] }
            StandardOutput.shared.write(TextFormat.table(rows))
        }
        return .done
    }
}

struct LibrariesRemove: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Forget a library, its settings and secrets; its photos stay.")

    @Argument(help: "The name of the library.")
    var name: String

    func execute() async throws -> ExitStatus {
        var book = try LibraryBook()
        try book.remove(name)
        return .done
    }
}

/// A named library as JSON, without the values of its secrets.
struct LibraryDocument: Encodable {
    let name: String
    let location: String
    let settings: [String: String]
    /// The keys of the secrets that are kept.
    let secrets: [String]

    init(_ name: String, in book: LibraryBook) throws(CommandFailure) {
        let library = try book.library(name)
        self.name = name
        location = library.location
        settings = library.settings
        secrets = try book.secretKeys(of: name).sorted()
    }
}
