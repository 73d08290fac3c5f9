public import PhotoModel

/// A backend whose libraries people sign in to (`org.picker.account/1`).
///
/// A sign-in is a sequence of steps. Each call makes one step, out of the state that the step before returned and the
/// person's answers to it, so the backend keeps nothing in between.
public protocol AccountBackend: PhotoBackend {
    /// Makes the next step of a sign-in. Answers that the server does not accept are not an error: the step asks again, with a
    /// message that says why. Before it returns `.done`, it keeps what opens the library later in `request.library.secrets`.
    func signIn(_ request: SignInRequest, call: BackendCall) throws(PhotoError) -> SignInPrompt

    /// Ends the sign-in, on the server and here. What was kept is forgotten even if the server cannot be reached.
    func signOut(of library: OpenRequest, call: BackendCall) throws(PhotoError)
}

/// The state of a sign-in, from which its next step is made.
public struct SignInRequest: Sendable {
    /// The library that it is for.
    public var library: OpenRequest
    /// What the step before returned as its state; nil when the sign-in begins.
    public var state: [UInt8]?
    /// The person's answers to the fields of the step before, by the keys of the fields.
    public var answers: [String: String]

    /// - Parameters:
    ///   - library: the library that it is for.
    ///   - state: what the step before returned as its state; nil when the sign-in begins.
    ///   - answers: the person's answers to its fields, by the keys of the fields.
    public init(library: OpenRequest, state: [UInt8]? = nil, answers: [String: String] = [:]) {
        self.library = library
        self.state = state
        self.answers = answers
    }
}
