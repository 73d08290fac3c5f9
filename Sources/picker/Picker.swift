internal import ArgumentParser
internal import PickerHost

/// The command line.
struct Picker: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "picker",
        abstract: "Pick photos from folders: albums, thumbnails, originals, and a picker page in the browser.",
        discussion: """
            Exit codes: 0 done; 1 nothing picked; 64 wrong usage; 65 a file could not be used; 66 no such input;
            69 no usable backend; 70 internal error; 73 cannot write; 77 not permitted; 130 interrupted.
            """,
        version: ProductVersion.text,
        subcommands: [
            Albums.self, Assets.self, Info.self, Image.self, Original.self, Size.self, Thumbnails.self,
            Add.self, Ingest.self, Index.self, Watch.self, Libraries.self, Backends.self, Doctor.self, Conformance.self,
            NewBackend.self,
        ] + serving)

    #if PICKER_WITHOUT_SERVER
    private static let serving: [any ParsableCommand.Type] = []
    #else
    private static let serving: [any ParsableCommand.Type] = [
        Serve.self, Ctl.self, Owner.self, Clients.self, Grants.self, Webhooks.self, Sessions.self, History.self,
        Pick.self, Portal.self,
    ]
    #endif
}
