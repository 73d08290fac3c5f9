public import PhotoModel

/// Signing in to what a library is served by, step by step.
public struct SignIn: Sendable {
    private let configuration: LibraryConfiguration
    private let registry: BackendRegistry
    private let location: LibraryLocation

    /// - Parameters:
    ///   - configuration: how the library is opened afterwards; its `secrets` are where the sign-in is kept.
    ///   - registry: where its backend is found.
    /// - Throws: when there is no such place.
    public init(_ configuration: LibraryConfiguration, registry: BackendRegistry) throws(PhotoError) {
        self.configuration = configuration
        self.registry = registry
        location = try LibraryLocation(configuration.root)
    }

    /// The next step; cancelling the task cancels it.
    ///
    /// - Parameters:
    ///   - state: that of the step before; nil: the sign-in begins.
    ///   - answers: what the person answered to its fields.
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
