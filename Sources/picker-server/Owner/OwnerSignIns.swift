internal import ArgumentParser
internal import PhotoModel
internal import PickerCommands
internal import SessionStorage

struct OwnerSignIns: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-ins", abstract: "List the browsers that are signed in, the newest first.")

    @OptionGroup var store: StoreOptions
    @Flag(help: "As one JSON document.")
    var json = false

    private struct Document: Encodable {
        let id: Int64
        /// `link` or `password`.
        let method: String
        let browser: String
        let created: String
        let used: String
        let expires: String
    }

    func execute() async throws -> ExitStatus {
        let signIns = try await store.openForReading().run { try await $0.signIns(now: .now) }
        if json {
            try JSONOutput.document(
                signIns.map {
                    Document(
                        id: $0.identifier, method: $0.method.rawValue, browser: $0.browser,
                        created: $0.created.iso8601(), used: $0.used.iso8601(), expires: $0.expires.iso8601())
                })
            return .done
        }
        let rows = signIns.map { each in
            [
                "\(each.identifier)", each.method.rawValue, "since \(each.created.iso8601())",
                "used \(each.used.iso8601())", each.browser.isEmpty ? "-" : TextFormat.oneLine(each.browser),
            ]
        }
        StandardOutput.shared.write(TextFormat.table(rows))
        return .done
    }
}

struct OwnerSignOut: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-out", abstract: "Sign a browser out, or all of them; servers know within two seconds.")

    @Argument(help: ArgumentHelp("Which, as picker owner sign-ins shows them.", valueName: "id"))
    var identifiers: [Int64] = []
    @Flag(help: "All browsers.")
    var all = false
    @OptionGroup var store: StoreOptions

    func validate() throws {
        guard all == !identifiers.isEmpty else { return }
        throw ValidationError("name the browsers by their ids, or all of them with --all")
    }

    func execute() async throws -> ExitStatus {
        let store = try store.open()
        if all {
            let count = try await store.run { try await $0.removeSignIns() }
            StandardOutput.shared.line("signed out: \(count)")
            return .done
        }
        // If one of the sign-ins does not exist any more, the others are still ended.
        var unknown: [Int64] = []
        for identifier in identifiers where try await !store.run({ try await $0.removeSignIn(identifier) }) {
            unknown.append(identifier)
        }
        guard unknown.isEmpty else {
            let list = unknown.map(String.init).joined(separator: ", ")
            throw CommandFailure(.noInput, "there is no sign-in \(list); see picker owner sign-ins")
        }
        return .done
    }
}
