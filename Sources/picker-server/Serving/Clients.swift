internal import ArgumentParser
internal import Cryptography
internal import PhotoModel
internal import PickerCommands
internal import SessionStorage

struct Clients: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clients", abstract: "Manage the programs that may ask you for photos.",
        subcommands: [Add.self, List.self, Revoke.self])

    struct Add: LibraryCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add a program, and print its token, once.",
            discussion: """
                The program sends the token with each request (Authorization: Bearer TOKEN). It is shown only now: what is \
                kept of it cannot be turned back into it.

                Examples:
                  picker clients add notes --origin https://notes.example
                """)

        @Argument(help: ArgumentHelp("What you call the program; you are shown it when it asks.", valueName: "name"))
        var name: String
        @Option(
            help: ArgumentHelp(
                "The origin of its pages, which then hear at once what you picked: https://notes.example.",
                valueName: "url"))
        var origin: String?
        @OptionGroup var store: StoreOptions

        private static let longestName = 64

        func validate() throws {
            guard (1...Self.longestName).contains(name.count), name == TextFormat.oneLine(name),
                !name.allSatisfy(\.isWhitespace)
            else {
                throw ValidationError("a name has 1 to \(Self.longestName) characters, and no line break")
            }
            guard let origin, !WebOrigin.isValid(origin) else { return }
            throw ValidationError("--origin is as browsers write it, without a path: https://notes.example")
        }

        func execute() async throws -> ExitStatus {
            let secret = Secret()
            _ = try await store.open().run {
                try await $0.addClient(name, origin: origin, secret: secret.hash, now: .now)
            }
            StandardOutput.shared.write(secret.text + "\n")
            StandardError.line("This token is not shown again.")
            return .done
        }
    }

    struct List: LibraryCommand {
        static let configuration = CommandConfiguration(abstract: "List the programs that may ask.")

        @OptionGroup var store: StoreOptions
        @Flag(help: "As one JSON document; revoked ones too.")
        var json = false

        private struct Document: Encodable {
            let name: String
            @Nullable var origin: String?
            let added: String
            @Nullable var revoked: String?
        }

        func execute() async throws -> ExitStatus {
            let clients = try await store.openForReading().run { try await $0.clients() }
            if json {
                try JSONOutput.document(
                    clients.map {
                        Document(
                            name: $0.name, origin: $0.origin, added: $0.added.iso8601(),
                            revoked: $0.revoked.map { $0.iso8601() })
                    })
                return .done
            }
            let rows = clients.filter { $0.revoked == nil }.map {
                [TextFormat.oneLine($0.name), $0.added.iso8601(), $0.origin ?? "-"]
            }
            StandardOutput.shared.write(TextFormat.table(rows))
            return .done
        }
    }

    struct Revoke: LibraryCommand {
        static let configuration = CommandConfiguration(
            abstract: "Revoke a program: its token counts no more, at once, and its open requests end.")

        @Argument(help: ArgumentHelp("As picker clients list shows it.", valueName: "name"))
        var name: String
        @OptionGroup var store: StoreOptions

        func execute() async throws -> ExitStatus {
            guard try await store.open().run({ try await $0.revokeClient(name, now: .now) }) else {
                throw CommandFailure(.noInput, "there is no program \(name); see picker clients list")
            }
            return .done
        }
    }
}

extension SQLSessionStore {
    /// Does work on the store. Its errors end the command.
    func run<Result>(_ body: (SQLSessionStore) async throws -> Result) async throws -> Result {
        do {
            return try await body(self)
        } catch let error as SessionStoreError {
            throw CommandFailure(ExitStatus(PhotoError(error)), error.description)
        }
    }
}
