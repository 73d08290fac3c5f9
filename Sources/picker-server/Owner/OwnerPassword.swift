internal import ArgumentParser
internal import Cryptography
internal import PhotoModel
internal import PickerCommands
internal import Platform
internal import SessionStorage

struct OwnerSetPassword: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "set-password",
        abstract: "Set the password that signs in to picker serve, besides links.",
        discussion: """
            It is asked for, twice, and not shown. Browsers that signed in with the one before are signed out. What is kept of it \
            is Argon2id; wrong ones slow all further ones down, to 96 a day.
            """)

    @Option(
        name: .customLong("password-file"),
        help: ArgumentHelp(
            "Take the first line of a file that only you can read, or of standard input (-).", valueName: "file"),
        completion: .file())
    var passwordFile: String?
    @OptionGroup var store: StoreOptions

    static let fewestCharacters = 8
    private static let mostBytes = 1024

    func execute() async throws -> ExitStatus {
        let store = try store.open()
        let password =
            try passwordFile.map { (file) throws(CommandFailure) in try SecretFile.value(inFile: file) } ?? ask()
        guard password.count >= Self.fewestCharacters, password.utf8.count <= Self.mostBytes else {
            throw CommandFailure(
                .usage,
                "a password has at least \(Self.fewestCharacters) characters, and at most \(Self.mostBytes) bytes")
        }
        guard let hash = PasswordHash(of: password) else {
            throw CommandFailure(.unavailable, "there is not enough memory to hash a password: 64 MiB are needed")
        }
        try await store.run { try await $0.setPassword(hash, now: .now) }
        return .done
    }

    private func ask() throws(CommandFailure) -> String {
        guard SettingQuestions.canAsk else {
            throw CommandFailure(.usage, "there is no terminal to ask on; give the password with --password-file FILE")
        }
        let first = try Self.answer("New password (is not shown): ")
        guard try Self.answer("Once more: ") == first else {
            throw CommandFailure(.usage, "these were two different passwords; nothing was changed")
        }
        return first
    }

    private static func answer(_ question: String) throws(CommandFailure) -> String {
        StandardError.write(question)
        defer { StandardError.line("") }
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try Descriptor.standardInput.readLine(isHidden: true) { Task.isCancelled }
        } catch {
            guard error == .cancelled else { throw CommandFailure(.noInput, "standard input: \(error)") }
            throw CommandFailure(.interrupted)
        }
        // Browsers send UTF-8, so they would send another password.
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw CommandFailure(.usage, "the input is not UTF-8; use a terminal with UTF-8, or other characters")
        }
        return text
    }
}

struct OwnerRemovePassword: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove-password",
        abstract: "Remove the password, and sign out the browsers that signed in with it; links remain.")

    @OptionGroup var store: StoreOptions

    func execute() async throws -> ExitStatus {
        let store = try store.open()
        guard try await store.run({ try await $0.password() }) != nil else {
            throw CommandFailure(.noInput, "there is no password")
        }
        try await store.run { try await $0.setPassword(nil, now: .now) }
        return .done
    }
}
