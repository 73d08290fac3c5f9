package import ArgumentParser

/// The commands of a program by their names, in the groups of its help.
package struct CommandTable: Sendable {
    /// Commands that the help shows together.
    package struct Group: Sendable {
        package var title: String
        package var commands: [NamedCommand]

        package init(_ title: String, _ commands: [NamedCommand]) {
            self.title = title
            self.commands = commands
        }
    }

    package var groups: [Group]

    package init(_ groups: [Group]) { self.groups = groups }

    /// The names of all commands.
    package var names: [String] { groups.flatMap(\.commands).map(\.name) }

    /// The command that the arguments name, with its options. Nil if the arguments are wrong, ask for help, or name only a
    /// command that has subcommands.
    ///
    /// From the root command, the parser would build the options of every subcommand before it looks at the first argument, and
    /// check them all in debug builds, which takes 0.15 s. Arguments that are right for the subcommand alone are right; help and
    /// errors are left to the root command, which knows what the program is called.
    package func command(of arguments: [String]) -> sending (any InterruptibleCommand & ParsableCommand)? {
        guard let name = arguments.first,
            let named = groups.lazy.flatMap(\.commands).first(where: { $0.name == name })?.type()
        else { return nil }
        // The parser's own command for help is not an `InterruptibleCommand`.
        return try? named.parseAsRoot(Array(arguments.dropFirst())) as? any InterruptibleCommand & ParsableCommand
    }
}

extension CommandTable.Group {
    package static let photo = Self(
        "Photo",
        [
            NamedCommand("albums") { Albums.self }, NamedCommand("assets") { Assets.self },
            NamedCommand("info") { Info.self }, NamedCommand("image") { Image.self },
            NamedCommand("original") { Original.self }, NamedCommand("size") { Size.self },
            NamedCommand("thumbnails") { Thumbnails.self }, NamedCommand("add") { Add.self },
            NamedCommand("watch") { Watch.self },
        ])
    package static let library = Self(
        "Library",
        [
            NamedCommand("libraries") { Libraries.self }, NamedCommand("index") { Index.self },
            NamedCommand("ingest") { Ingest.self },
        ])
    package static let plugin = Self(
        "Plugin",
        [
            NamedCommand("backends") { Backends.self }, NamedCommand("doctor") { Doctor.self },
            NamedCommand("conformance") { Conformance.self }, NamedCommand("new-backend") { NewBackend.self },
        ])
}

/// A command's name and type.
///
/// The type is behind a closure: when a type is first used, Swift's runtime resolves the types of all its options, which took
/// about a millisecond of each start for all commands together.
package struct NamedCommand: Sendable {
    package let name: String
    private let lookUp: @Sendable () -> any ParsableCommand.Type

    package init(_ name: String, _ type: @escaping @Sendable () -> any ParsableCommand.Type) {
        self.name = name
        lookUp = type
    }

    package func type() -> any ParsableCommand.Type {
        let type = lookUp()
        assert(type._commandName == name, "\(type._commandName) is called \(name)")
        return type
    }
}
