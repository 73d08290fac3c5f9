internal import BackendAPI
internal import PhotoModel

/// A check of settings that are secret.
extension LifeCycleChecks {
    static let ofSecrets = [
        Check(
            "lifecycle.secrets", "What a setting keeps secret is in no message, log line, record or file", "R18.2",
            remedy: "Leave the values of secret settings out of what you format, log and write down; name their keys."
        ) { context throws(CheckStop) in try keepsSecrets(context) }
    ]

    /// Opens a library with the secrets of the fixture, if it has some, and with some that are made up, which may be refused.
    private static func keepsSecrets(_ context: CheckContext) throws(CheckStop) {
        let asked = try context.info().settings.compactMap(\.self)
        let keys = asked.filter { $0.kind == PICKER_SETTING_TEXT && $0.flags & PICKER_SETTING_SECRET != 0 }
            .map(\.key.description)
        guard !keys.isEmpty else { throw .notApplicable("it asks for nothing that is secret") }
        let host = HostProbe()
        let backend = try context.backend(host: host)
        try context.makeLibrary()
        let place = backend.place(of: context.root)
        let others = place.settings.filter { !keys.contains($0.key) }
        let madeUp = keys.map { (key: $0, value: "kit-9b1f77-\($0)") }
        for settings in [place.settings, others + madeUp] {
            let secrets = settings.filter { keys.contains($0.key) && isTelling($0.value) }.map(\.value)
            guard !secrets.isEmpty else { continue }
            let said = texts(context, backend, (place.location, settings)) + host.logged
            for secret in secrets {
                let text = said.lazy.map(\.description).first { $0.contains(secret) }
                try context.expect(
                    text == nil,
                    "a text has the value of a secret setting: \"\(text?.replacing(secret, with: "…") ?? "")\"")
                try expectNoFile(context, with: secret)
            }
        }
    }

    /// Whether a text that has the value has it from there: "password" may be in any message.
    private static func isTelling(_ value: String) -> Bool {
        value.utf8.count >= 12 && value.utf8.contains { (48...57).contains($0) }
    }

    /// What a library says to who opens it so and asks a little of everything.
    private static func texts(_ context: CheckContext, _ backend: Backend, _ place: Backend.Place) -> [Text] {
        let opened = backend.open(at: place, data: context.dataFolder)
        guard let library = opened.library else { return [opened.reply.message] }
        let info = library.info().info
        var texts = [info.title, info.account, info.service]
        let assets = RecordSink.assets()
        let fetched = library.fetch()
        if let fetch = fetched.fetch {
            texts.append(fetch.window(0, 64, sink: assets).message)
            fetch.release()
        }
        texts += assets.records.flatMap { [$0.identifier, $0.filename, $0.relativePath] }
        let diagnostics = RecordSink.diagnostics()
        let replies = [
            fetched.reply, library.diagnostics(sink: diagnostics), library.authorization().reply,
            library.details(Text(Arena.string("nobody")), sink: .details()),
        ]
        texts += replies.map(\.message) + diagnostics.records.map(\.message)
        library.beginShutdown()
        library.close()
        return texts
    }

    /// No library is open: what was kept is on the disk.
    private static func expectNoFile(_ context: CheckContext, with secret: String) throws(CheckStop) {
        for entry in try Files.tree(context.dataFolder) where Files.isFile(entry.path, upTo: 1 << 26) {
            let content = String(decoding: try Files.read(entry.path), as: UTF8.self)
            try context.expect(
                !content.contains(secret), "\(entry.path.name) in the data directory has the value of a secret setting")
        }
    }
}
