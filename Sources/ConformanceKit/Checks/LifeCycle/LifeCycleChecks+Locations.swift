internal import BackendAPI

/// What a library is opened with.
extension LifeCycleChecks {
    static func otherLocation(_ context: CheckContext) throws(CheckStop) {
        let backend = try context.backend()
        let (_, data) = try context.makeFolder("other")
        let refusals = [PICKER_INVALID_ARGUMENT, PICKER_NOT_FOUND, PICKER_UNSUPPORTED]
        let other =
            try backend.info().schemes.isEmpty ? "org-picker-none://photos.example/library" : context.folder.description
        try backend.open(location: other, data: data).expect(refusals)
        guard try !context.info().settings.isEmpty else { return }
        try context.makeLibrary()
        let opened = backend.open(
            root: context.root, data: data, settings: [(key: "org-picker-unknown", value: "1")])
        try opened.reply.expect(PICKER_INVALID_ARGUMENT)
        let words = opened.reply.message.description
        try context.expect(words.contains("org-picker-unknown"), "the message does not name the setting: \"\(words)\"")
    }
}
