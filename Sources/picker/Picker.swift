internal import ArgumentParser
internal import PickerHost

/// The command line.
struct Picker: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "picker",
        abstract: "Pick photos from folders: albums, thumbnails, originals, and a picker page in the browser.",
        discussion: """
            Exit codes: 0 done; 1 nothing picked; 64 wrong usage; 65 a file could not be used; 66 no such input; \
            69 no usable backend; 70 internal error; 73 cannot write; 77 not permitted; 130 interrupted.
            """,
        version: ProductVersion.text,
        groupedSubcommands: groups.map { title, commands in
            CommandGroup(name: title, subcommands: commands.map { $0.type() })
        })

    /// The names of all commands.
    static var commandNames: [String] { groups.flatMap(\.commands).map(\.name) }

    /// The command of this name; nil: there is none.
    static func command(named name: String) -> (any ParsableCommand.Type)? {
        groups.lazy.flatMap(\.commands).first { $0.name == name }?.type()
    }

    private typealias Group = (title: String, commands: [NamedCommand])

    private static let photo: Group = (
        "Photo",
        [
            NamedCommand("albums") { Albums.self }, NamedCommand("assets") { Assets.self },
            NamedCommand("info") { Info.self }, NamedCommand("image") { Image.self },
            NamedCommand("original") { Original.self }, NamedCommand("size") { Size.self },
            NamedCommand("thumbnails") { Thumbnails.self }, NamedCommand("add") { Add.self },
            NamedCommand("watch") { Watch.self },
        ]
    )
    private static let library = [
        NamedCommand("libraries") { Libraries.self }, NamedCommand("index") { Index.self },
        NamedCommand("ingest") { Ingest.self },
    ]
    private static let plugin: Group = (
        "Plugin",
        [
            NamedCommand("backends") { Backends.self }, NamedCommand("doctor") { Doctor.self },
            NamedCommand("conformance") { Conformance.self }, NamedCommand("new-backend") { NewBackend.self },
        ]
    )

    #if PICKER_WITHOUT_SERVER
    private static let groups: [Group] = [photo, ("Library", library), plugin]
    #else
    private static let groups: [Group] = [
        page, photo, ("Library", library + [NamedCommand("migrate") { Migrate.self }]), access, plugin,
    ]
    private static let page: Group = (
        "Page",
        [
            NamedCommand("serve") { Serve.self }, NamedCommand("pick") { Pick.self }, NamedCommand("ctl") { Ctl.self },
            NamedCommand("owner") { Owner.self }, NamedCommand("portal") { Portal.self },
        ]
    )
    private static let access: Group = (
        "Access",
        [
            NamedCommand("clients") { Clients.self }, NamedCommand("grants") { Grants.self },
            NamedCommand("webhooks") { Webhooks.self }, NamedCommand("sessions") { Sessions.self },
            NamedCommand("history") { History.self }, NamedCommand("store") { Store.self },
        ]
    )
    #endif
}

/// A command by its name.
///
/// Swift's runtime works out what each option of a type is when the type is first looked at, so the types of the commands that are
/// not asked for stay untouched: they took about a millisecond of each start.
private struct NamedCommand: Sendable {
    let name: String
    private let lookUp: @Sendable () -> any ParsableCommand.Type

    init(_ name: String, _ type: @escaping @Sendable () -> any ParsableCommand.Type) {
        self.name = name
        lookUp = type
    }

    func type() -> any ParsableCommand.Type {
        let type = lookUp()
        assert(type._commandName == name, "\(type._commandName) is called \(name)")
        return type
    }
}
