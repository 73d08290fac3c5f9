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
        groupedSubcommands: page + [
            CommandGroup(
                name: "Photo",
                subcommands: [
                    Albums.self, Assets.self, Info.self, Image.self, Original.self, Size.self,
                    Thumbnails.self, Add.self, Watch.self,
                ]),
            CommandGroup(name: "Library", subcommands: [Libraries.self, Index.self, Ingest.self] + moving),
        ] + access + [
            CommandGroup(
                name: "Plugin", subcommands: [Backends.self, Doctor.self, Conformance.self, NewBackend.self])
        ])

    #if PICKER_WITHOUT_SERVER
    private static let page: [CommandGroup] = []
    private static let access: [CommandGroup] = []
    private static let moving: [any ParsableCommand.Type] = []
    #else
    private static let page = [
        CommandGroup(name: "Page", subcommands: [Serve.self, Pick.self, Ctl.self, Owner.self, Portal.self])
    ]
    private static let moving: [any ParsableCommand.Type] = [Migrate.self]
    private static let access = [
        CommandGroup(
            name: "Access",
            subcommands: [
                Clients.self, Grants.self, Webhooks.self, Sessions.self, History.self, Store.self,
            ])
    ]
    #endif
}
