internal import ArgumentParser
internal import PickerCommands
internal import PickerHost

/// The complete command line.
struct Picker: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "picker",
        abstract: "Pick photos from folders: albums, thumbnails, originals, and a picker page in the browser.",
        discussion: """
            Exit codes: 0 done; 1 nothing picked; 64 wrong usage; 65 a file could not be used; 66 no such input; \
            69 no usable backend; 70 internal error; 73 cannot write; 77 not permitted; 130 interrupted.
            """,
        version: ProductVersion.text,
        groupedSubcommands: table.groups.map { group in
            CommandGroup(name: group.title, subcommands: group.commands.map { $0.type() })
        })

    static let table: CommandTable = {
        var library = CommandTable.Group.library
        library.commands.append(NamedCommand("migrate") { Migrate.self })
        return CommandTable([.page, .photo, library, .access, .plugin])
    }()

    /// The command that the arguments name, with its options.
    static func command(of arguments: [String]) throws -> sending any ParsableCommand {
        try CommandWords.check(arguments, known: table.names)
        return try table.command(of: arguments) ?? parseAsRoot(arguments)
    }
}

extension CommandTable.Group {
    fileprivate static let page = Self(
        "Page",
        [
            NamedCommand("serve") { Serve.self }, NamedCommand("pick") { Pick.self }, NamedCommand("ctl") { Ctl.self },
            NamedCommand("owner") { Owner.self }, NamedCommand("portal") { Portal.self },
        ])
    fileprivate static let access = Self(
        "Access",
        [
            NamedCommand("clients") { Clients.self }, NamedCommand("grants") { Grants.self },
            NamedCommand("webhooks") { Webhooks.self }, NamedCommand("sessions") { Sessions.self },
            NamedCommand("history") { History.self }, NamedCommand("store") { Store.self },
        ])
}
