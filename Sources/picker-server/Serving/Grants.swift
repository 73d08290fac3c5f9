internal import ArgumentParser
internal import PhotoModel
internal import PickerCommands
internal import PickerHost
internal import SessionStorage

struct Grants: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "grants",
        abstract: "Manage which photos and albums programs may see without asking you each time.",
        subcommands: [Add.self, List.self, Revoke.self])

    struct Add: LibraryCommand {
        static let configuration = CommandConfiguration(
            abstract: "Let a program see photos or albums, until you revoke it.",
            discussion: """
                An album is granted with what is in it at any time: photos that come into it later too. The program sees \
                nothing else of the library, and of these no places and no folders.

                Examples:
                  picker grants add notes --album Holidays
                """)

        @Argument(help: ArgumentHelp("As picker clients list shows it.", valueName: "name"))
        var name: String
        @Option(
            help: ArgumentHelp("An album, by identifier or title; may be given more than once.", valueName: "album"))
        var album: [String] = []
        @Option(help: ArgumentHelp("A photo or video; may be given more than once.", valueName: "asset"))
        var asset: [AssetArgument] = []
        @OptionGroup var options: LibraryOptions

        func validate() throws {
            guard album.isEmpty, asset.isEmpty else { return }
            throw ValidationError("name what is granted with --album or --asset")
        }

        func execute() async throws -> ExitStatus {
            let store = try ServerStore.open(options.opening.dataDirectory)
            let client = try await store.run { try await $0.client(named: name) }
            let library = try await options.open()
            defer { library.close() }
            // Everything is looked up before anything is granted.
            var subjects: [(Grant.Subject, String)] = []
            for each in album {
                let found = try await library.namedAlbum(each)
                guard found.type != .folder else {
                    throw CommandFailure(.usage, "\(each) is a folder of albums; grant the albums in it")
                }
                subjects.append((.collection(found.localIdentifier), found.title))
            }
            for each in asset {
                let found = try await library.namedAsset(each)
                subjects.append((.asset(found.localIdentifier), found.filename))
            }
            let new = subjects.map { subject, title in
                NewGrant(client: client.identifier, library: library.root, subject: subject, title: title)
            }
            for grant in try await store.run({ try await $0.addGrants(new, now: .now) }) {
                StandardOutput.shared.write("\(grant.identifier)  \(TextFormat.oneLine(grant.title))\n")
            }
            return .done
        }
    }

    struct List: LibraryCommand {
        static let configuration = CommandConfiguration(
            abstract: "List what programs may see, with the number that revokes it.")

        @OptionGroup var store: StoreOptions
        @Flag(help: "As one JSON document.")
        var json = false

        private struct Document: Encodable {
            let number: Int64
            let client: String
            let kind: String
            let localIdentifier: String
            let title: String
            let library: String
            let given: String
        }

        func execute() async throws -> ExitStatus {
            let grants = try await store.openForReading().run { try await $0.grants() }
            if json {
                try JSONOutput.document(grants.map(Self.document))
                return .done
            }
            let rows = grants.map { grant in
                [
                    String(grant.identifier), TextFormat.oneLine(grant.client.name), grant.subject.word,
                    TextFormat.oneLine(grant.title), grant.given.iso8601(), TextFormat.oneLine(grant.library),
                ]
            }
            StandardOutput.shared.write(TextFormat.table(rows))
            return .done
        }

        private static func document(_ grant: Grant) -> Document {
            Document(
                number: grant.identifier, client: grant.client.name, kind: grant.subject.word,
                localIdentifier: grant.subject.identifier, title: grant.title, library: grant.library,
                given: grant.given.iso8601())
        }
    }

    struct Revoke: LibraryCommand {
        static let configuration = CommandConfiguration(
            abstract: "Take a grant back, at once. What the program has copied, it has.")

        @Argument(help: ArgumentHelp("Of the grant, as picker grants list shows it.", valueName: "number"))
        var number: Int64
        @OptionGroup var store: StoreOptions

        func execute() async throws -> ExitStatus {
            guard try await store.open().run({ try await $0.revokeGrant(number, now: .now) }) != nil else {
                throw CommandFailure(.noInput, "there is no grant \(number); see picker grants list")
            }
            return .done
        }
    }
}

extension Grant.Subject {
    fileprivate var word: String { if case .asset = self { "asset" } else { "album" } }
}
