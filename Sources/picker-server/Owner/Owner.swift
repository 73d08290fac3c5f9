internal import ArgumentParser
internal import PhotoModel
internal import PickerCommands
internal import SessionStorage

struct Owner: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "owner", abstract: "Manage how you sign in to picker serve: browsers, and a password.",
        subcommands: [
            Show.self, OwnerSignIns.self, OwnerSignOut.self, OwnerSetPassword.self, OwnerRemovePassword.self,
        ])

    struct Show: LibraryCommand {
        static let configuration = CommandConfiguration(
            abstract:
                "Show whether there is a password, how often it was guessed wrong, and how many browsers are signed in."
        )

        @OptionGroup var store: StoreOptions
        @Flag(help: "As one JSON document.")
        var json = false

        private struct Document: Encodable {
            let hasPassword: Bool
            @Nullable var passwordChanged: String?
            /// The number of wrong passwords since the last correct one.
            let wrongPasswords: Int
            @Nullable var lastWrongPassword: String?
            let signIns: Int
        }

        func execute() async throws -> ExitStatus {
            let store = try store.openForReading()
            let password = try await store.run { try await $0.password() }
            let count = try await store.run { try await $0.signIns(now: .now) }.count
            if json {
                try JSONOutput.document(
                    Document(
                        hasPassword: password != nil, passwordChanged: password?.changed.iso8601(),
                        wrongPasswords: password?.failures ?? 0, lastWrongPassword: password?.lastFailure?.iso8601(),
                        signIns: count))
                return .done
            }
            StandardOutput.shared.write(
                TextFormat.table([
                    ["password", password.map { "since \($0.changed.iso8601())" } ?? "none"],
                    ["wrong passwords", Self.text(password)], ["signed-in browsers", "\(count)"],
                ]))
            return .done
        }

        private static func text(_ password: PasswordState?) -> String {
            guard let password, let last = password.lastFailure else { return "none" }
            return "\(password.failures) since the last right one, the last at \(last.iso8601())"
        }
    }
}
