internal import PhotoModel
internal import PickerHost

/// Asks for the settings of a library's backend, tries them, and keeps them under the library's name.
struct LibraryKeeping {
    let name: String
    let place: LibraryLocation
    let backends: BackendOptions
    let isChecked: Bool
    /// Settings that are known already, and stay unless new values are given.
    var known: [String: String] = [:]
    /// Whether it takes the place of a library that was given the name in the meantime.
    var replaces = true

    func keep(_ options: SettingOptions, in book: inout LibraryBook) async throws {
        _ = try book.existingFolder()
        // A sign-in of another place is not for this one, and what this one gets here is for nothing if it is not kept.
        guard book[name]?.location != place.text, let signIn = book.signIn(of: name) else {
            return try await keepHere(options, in: &book)
        }
        let former = try signIn.takeAway()
        do {
            try await keepHere(options, in: &book)
        } catch {
            signIn.putBack(former)
            throw error
        }
    }

    private func keepHere(_ options: SettingOptions, in book: inout LibraryBook) async throws {
        let configured = try backends.settings()
        let descriptions = try descriptions(configured)
        let credentials = try SecretFile.credentials(of: name, for: descriptions)
        let given = try known.merging(options.given(descriptions)) { $1 }.merging(credentials) { $1 }
        let values = try SettingQuestions().values(
            of: descriptions, given: given, asking: !options.noQuestions && SettingQuestions.canAsk)
        let configuration = configuration(values, configured, book)
        if isChecked {
            do {
                try await check(configuration, configured)
            } catch let error as PhotoError where error.status == .signInRequired {
                guard try await signIn(configuration, configured, options) else { throw error }
            }
        }
        let secretKeys = Set(descriptions.filter(\.isSecret).map(\.key))
        try book.set(
            name, NamedLibrary(location: place.text, settings: values.filter { !secretKeys.contains($0.key) }),
            secrets: values.filter { secretKeys.contains($0.key) && credentials[$0.key] == nil }, replaces: replaces)
        if !backends.quiet { StandardOutput.shared.line("Kept as \"\(name)\"; open it with --library \(name)") }
    }

    private func descriptions(_ settings: Settings) throws(CommandFailure) -> [SettingDescription] {
        if let backend = settings.registry.description(ofBackendFor: place) { return backend.settings }
        guard let scheme = LibraryLocation.scheme(of: place.text) else { return [] }
        throw CommandFailure(
            .unavailable, "no backend opens \(scheme)://…; picker backends lists those that are installed")
    }

    private func configuration(
        _ values: [String: String], _ settings: Settings, _ book: LibraryBook
    ) -> LibraryConfiguration {
        var configuration = LibraryConfiguration(root: place.text, backend: settings.choice)
        configuration.settings = values
        configuration.secrets = book.signIn(of: name)
        configuration.refreshesIndex = false
        return configuration
    }

    /// Signs in to a library that has a name already.
    ///
    /// - Returns: false if there is nothing to sign in to.
    func signIn(_ options: SettingOptions, to book: LibraryBook) async throws -> Bool {
        let configured = try backends.settings()
        return try await signIn(configuration(try book.values(of: name), configured, book), configured, options)
    }

    private func signIn(
        _ configuration: LibraryConfiguration, _ settings: Settings, _ options: SettingOptions
    ) async throws -> Bool {
        let signIn = try SignIn(configuration, registry: settings.registry)
        let first: SignInPrompt
        do throws(PhotoError) {
            first = try await signIn.next()
        } catch {
            // Incomplete settings are asked for, as for a library without a sign-in.
            guard error.status == .unsupported || error.status == .invalidArgument else { throw error }
            return false
        }
        let account = try await SignInConversation(signIn: signIn, options: options).run(from: first)
        if !backends.quiet {
            StandardOutput.shared.line("Signed in\(TextFormat.oneLine(account.map { " as \($0)" } ?? ""))")
        }
        if isChecked { try await check(configuration, settings) }
        return true
    }

    /// Opens the library, as every command will.
    private func check(_ configuration: LibraryConfiguration, _ settings: Settings) async throws {
        let library = try await PhotoLibrary.open(configuration, registry: settings.registry)
        defer { library.close() }
        guard !backends.quiet, library.info.isRemote else { return }
        let whose = library.info.account.map { " as \($0)" } ?? ""
        StandardOutput.shared.line(TextFormat.oneLine("\(library.info.title ?? place.text) answers\(whose)"))
    }
}
