internal import ArgumentParser
internal import PhotoModel
internal import PickerCommands
internal import SessionStorage

struct Store: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Say where clients, sessions, grants and sign-ins are kept.",
        discussion: """
            They are in a file in the folder for data, unless several hosts share them: then they are in a PostgreSQL. Hosts and \
            commands that begin after this use it.
            """,
        subcommands: [Show.self, Use.self, Reset.self])

    struct Show: LibraryCommand {
        static let configuration = CommandConfiguration(abstract: "Show where the store is.")

        @OptionGroup var store: StoreOptions
        @Flag(help: "As one JSON document.")
        var json = false

        private struct Document: Encodable {
            /// The path of a file, or an address.
            let location: String
            let isShared: Bool
        }

        func execute() async throws -> ExitStatus {
            let folder = try ServerStore.folder(store.dataDirectory)
            let place = try StorePlace.read(inFolder: folder)
            let location = place?.location ?? "\(folder)/\(SQLSessionStore.filename)"
            if json {
                try JSONOutput.document(Document(location: location, isShared: place != nil))
            } else {
                StandardOutput.shared.line(TextFormat.oneLine(location))
            }
            return .done
        }
    }

    struct Use: LibraryCommand {
        static let configuration = CommandConfiguration(
            abstract: "Keep the store in a PostgreSQL, for several hosts.",
            discussion: """
                The tables are made in a schema picker_server when they are missing. It may be in the database of a library.

                With --copy, what is in the store that was used until now is there, too: programs keep their tokens and grants, \
                browsers stay signed in. End servers before: what is written meanwhile is not copied.

                Examples:
                  picker store use postgresql://db.example:5432/club --set user=picker --secret-file password=db.txt --copy
                """)

        @Argument(help: ArgumentHelp("The database: postgresql://HOST:PORT/DATABASE.", valueName: "address"))
        var location: String
        @OptionGroup var values: SettingOptions
        @Flag(help: "Copy what is in the store that is used now; the other one must be empty.")
        var copy = false
        @Flag(help: "Do not open the store to see whether that works.")
        var noCheck = false
        @OptionGroup var store: StoreOptions

        func validate() throws {
            if copy, noCheck { throw ValidationError("--copy opens the store: leave --no-check out") }
        }

        func execute() async throws -> ExitStatus {
            let folder = try ServerStore.folder(store.dataDirectory)
            let descriptions = StoreAddress.settings
            let credentials = try StorePlace.credentials
            let all = try SettingQuestions().values(
                of: descriptions, given: values.given(descriptions).merging(credentials) { $1 },
                asking: !values.noQuestions && SettingQuestions.canAsk)
            let address = try StorePlace.address(location, all)
            if !noCheck {
                let opened = try ServerStore.attempt { () throws(SessionStoreError) in try SQLSessionStore(at: address)
                }
                if copy { try await store.open().run { try await $0.copy(into: opened) } }
            }
            let secretKeys = Set(descriptions.filter(\.isSecret).map(\.key))
            try StorePlace(location: location, settings: all.filter { !secretKeys.contains($0.key) })
                .write(
                    inFolder: folder, secrets: all.filter { secretKeys.contains($0.key) && credentials[$0.key] == nil })
            return .done
        }
    }

    struct Reset: LibraryCommand {
        static let configuration = CommandConfiguration(
            abstract: "Keep the store in the folder for data again; what is in the PostgreSQL stays there.")

        @OptionGroup var store: StoreOptions

        func execute() async throws -> ExitStatus {
            let folder = try ServerStore.folder(store.dataDirectory)
            guard try StorePlace.read(inFolder: folder) != nil else {
                throw CommandFailure(.noInput, "the store is in the folder for data already")
            }
            try StorePlace.remove(inFolder: folder)
            return .done
        }
    }
}
