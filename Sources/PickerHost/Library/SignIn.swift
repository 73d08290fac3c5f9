public import PhotoModel

/// Signs in to the service of a library, step by step.
public struct SignIn: Sendable {
    private let configuration: LibraryConfiguration
    private let registry: BackendRegistry
    private let location: LibraryLocation

    /// - Parameters:
    ///   - configuration: how the library is opened afterwards; the sign-in is kept in its `secrets`.
    ///   - registry: where its backend is found.
    /// - Throws: when the location does not exist.
    public init(_ configuration: LibraryConfiguration, registry: BackendRegistry) throws(PhotoError) {
        self.configuration = configuration
        self.registry = registry
        location = try LibraryLocation(configuration.root)
    }

    /// Makes the next step; cancelling the task cancels it.
    ///
    /// - Parameters:
    ///   - state: the state that the step before returned; nil when the sign-in begins.
    ///   - answers: the person's answers to the fields of the step before.
    /// - Throws: `.unsupported` when the library's backend has nothing to sign in to.
    public func next(
        after state: [UInt8]? = nil, answers: [String: String] = [:]
    ) async throws(PhotoError) -> SignInPrompt {
        try await perform { (backend, place, control) throws(PhotoError) in
            try backend.signIn(place, state: state, answers: answers, control: control)
        }
    }

    /// Ends the sign-in, on the server and here.
    public func end() async throws(PhotoError) {
        try await perform { (backend, place, control) throws(PhotoError) in
            try backend.signOut(place, control: control)
        }
    }

    private func perform<Output: Sendable>(
        _ body: @escaping @Sendable (LoadedBackend, LibraryPlace, CallControl) throws(PhotoError) -> Output
    ) async throws(PhotoError) -> Output {
        let opener = ThreadPool(limit: 1)
        defer { opener.shutDown() }
        return try await opener.run(priority: .visible) { control throws(PhotoError) in
            let backend = try registry.select(configuration.backend, for: location)
            if let objection = SettingDescription.objection(to: configuration.settings, by: backend.info.settings) {
                throw PhotoError(.invalidArgument, "\(location.text): \(objection)")
            }
            var place = LibraryPlace(location: location, settings: configuration.settings)
            place.secrets = configuration.secrets.map { SecretPlace($0) }
            return try body(backend, place, control)
        }
    }
}
