internal import ArgumentParser
internal import Cryptography
internal import PhotoModel
internal import PickerCommands
internal import PickerServer
internal import SessionStorage

struct Webhooks: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "webhooks", abstract: "Manage where programs are told that you have picked.",
        subcommands: [Set.self, List.self, Remove.self])

    struct Set: LibraryCommand {
        static let configuration = CommandConfiguration(
            abstract: "Let a program be told at an address, and print the key that proves it, once.",
            discussion: """
                picker serve posts a signed message there when a request of the program ends, or what it is granted changes. \
                The address is https://; http:// is for addresses of this machine and of private networks alone, written as \
                numbers or as localhost. A name that leads to one of these is not connected to.
                """)

        @Argument(help: ArgumentHelp("As picker clients list shows it.", valueName: "name"))
        var name: String
        @Argument(help: ArgumentHelp("Where the program listens: https://notes.example/picked.", valueName: "url"))
        var url: String
        @OptionGroup var store: StoreOptions

        func validate() throws {
            guard WebhookAddress(url) == nil else { return }
            throw ValidationError(
                "the address begins with https://, or http:// and localhost or numbers, without a user or a fragment")
        }

        func execute() async throws -> ExitStatus {
            let key = MessageKey()
            try await store.open().run { store in
                let client = try await store.client(named: name)
                try await store.setWebhook(of: client.identifier, address: url, key: key)
            }
            StandardOutput.shared.write(WebhookSignature.text(of: key) + "\n")
            StandardError.line("This key is not shown again.")
            return .done
        }
    }

    struct List: LibraryCommand {
        static let configuration = CommandConfiguration(
            abstract: "List where programs are told, and whether they listen.")

        @OptionGroup var store: StoreOptions
        @Flag(help: "As one JSON document.")
        var json = false

        private struct Document: Encodable {
            let client: String
            let url: String
            @Nullable var delivered: String?
            @Nullable var failure: String?
            let waiting: Int
        }

        func execute() async throws -> ExitStatus {
            let webhooks = try await store.openForReading().run { try await $0.webhooks() }
            if json {
                try JSONOutput.document(
                    webhooks.map {
                        Document(
                            client: $0.client.name, url: $0.address, delivered: $0.delivered.map { $0.iso8601() },
                            failure: $0.failure, waiting: $0.waiting)
                    })
                return .done
            }
            let rows = webhooks.map { webhook in
                [
                    TextFormat.oneLine(webhook.client.name), TextFormat.oneLine(webhook.address),
                    webhook.delivered.map { $0.iso8601() } ?? "-", "\(webhook.waiting) waiting",
                    TextFormat.oneLine(webhook.failure ?? ""),
                ]
            }
            StandardOutput.shared.write(TextFormat.table(rows))
            return .done
        }
    }

    struct Remove: LibraryCommand {
        static let configuration = CommandConfiguration(abstract: "Tell a program nothing any more.")

        @Argument(help: ArgumentHelp("As picker webhooks list shows it.", valueName: "name"))
        var name: String
        @OptionGroup var store: StoreOptions

        func execute() async throws -> ExitStatus {
            let isGone = try await store.open().run { store in
                try await store.removeWebhook(of: store.client(named: name).identifier)
            }
            guard isGone else { throw CommandFailure(.noInput, "\(name) has no webhook; see picker webhooks list") }
            return .done
        }
    }
}
