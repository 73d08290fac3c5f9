internal import ArgumentParser
internal import FoundationEssentials
internal import Platform

struct NewBackend: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "new-backend",
        abstract: "Create a backend of your own: a folder that builds and conforms at once.",
        discussion: """
            Copies an example backend under another name: one over a folder, or one over photos on a server. Its README says \
            how it is built and where to begin; docs/write-a-backend.md leads all the way.
            """)

    @Argument(help: "Its id, and the folder to make: lower-case letters, digits and \"-\".")
    var name: String
    @Option(help: "Its language: c, rust or swift.")
    var language: BackendTemplate.Language
    @Option(help: "Where its photos are: in a folder, or on a server (remote: in C).")
    var kind: BackendTemplate.Kind = .folder

    func validate() throws {
        let isID =
            name.utf8.count <= 64 && name.first?.isLetter == true
            && name.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
        guard isID else {
            throw ValidationError(
                "\(name): not an id; it begins with a letter and has lower-case letters, digits and \"-\", at most 64")
        }
        guard BackendTemplate.exists(language, kind) else {
            throw ValidationError(
                "there is no example of kind \(kind) in \(language) yet; take --language c, or begin with --kind folder"
            )
        }
    }

    func execute() async throws -> ExitStatus {
        let template = try BackendTemplate(language, kind)
        guard !FileManager.default.fileExists(atPath: name) else {
            throw CommandFailure(.cannotWrite, "\(name): already exists; choose another name")
        }
        do {
            try template.copy(to: OutputFolder(name), as: name)
        } catch {
            removeTree(name)
            throw error
        }
        StandardOutput.shared.line("\(name) is made. Go on with: cd \(name) && make && make check")
        return .done
    }
}
