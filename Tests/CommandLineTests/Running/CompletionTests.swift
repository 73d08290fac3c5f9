import Foundation
import TestSupport
import Testing

@Suite("Completing what is typed")
struct CompletionTests {
    /// What `picker` says of its own commands: the scripts for shells are made of the same.
    private struct Description: Decodable {
        let command: Command
    }

    private struct Command: Decodable {
        let commandName: String
        let arguments: [Argument]?
        let subcommands: [Command]?

        /// With those of all commands below it.
        var all: [(place: String, argument: Argument)] {
            let own = (arguments ?? []).map { (place: commandName, argument: $0) }
            let others = (subcommands ?? []).flatMap(\.all)
            return own + others.map { (place: "\(commandName) \($0.place)", argument: $0.argument) }
        }
    }

    private struct Argument: Decodable {
        struct Completion: Decodable {
            struct Nothing: Decodable {}

            let file: Nothing?
            let directory: Nothing?
        }

        let kind: String
        let valueName: String?
        let completionKind: Completion?

        var completesPaths: Bool { completionKind?.file != nil || completionKind?.directory != nil }
    }

    let picker: PickerProgram

    init() throws { picker = try PickerProgram() }

    private func arguments() async throws -> [(place: String, argument: Argument)] {
        let output = try await picker("--experimental-dump-help").output
        return try JSONDecoder().decode(Description.self, from: Data(output.utf8)).command.all
    }

    @Test("Every argument that is a file or a folder completes paths")
    func paths() async throws {
        let words: Set = ["dir", "file", "folder", "path.so", "location", "plugin"]
        let named = try await arguments().filter { _, argument in
            let parts = (argument.valueName ?? "").lowercased().split(separator: "|").map(String.init)
            return argument.kind != "flag" && !words.isDisjoint(with: parts)
        }
        #expect(named.count > 100)
        let missing = Set(
            named.filter { !$0.argument.completesPaths }.map { "\($0.place) \($0.argument.valueName ?? "")" })
        #expect(missing.sorted() == [])
    }
}
