public import PhotoModel

/// A backend whose libraries people sign in to (`org.picker.account/1`).
///
/// A sign-in is a sequence of steps. Each call makes one, from the state that the step before gave and from what the person
/// answered to it, so that nothing has to be kept in between.
public protocol AccountBackend: PhotoBackend {
    /// The next step of a sign-in. Answers that a server does not take are no error: the step asks again, with a message that
    /// says why. When it is done, what opens the library later was kept with `request.library.secrets`.
    func signIn(_ request: SignInRequest, call: BackendCall) throws(PhotoError) -> SignInPrompt

    /// Ends the sign-in, where it was made and here: what was kept is forgotten also when a server cannot be told.
    func signOut(of library: OpenRequest, call: BackendCall) throws(PhotoError)
}

/// How far a sign-in is.
public struct SignInRequest: Sendable {
    /// The library that it is for.
    public var library: OpenRequest
    /// That of the step before; nil: the sign-in begins.
    public var state: [UInt8]?
    /// What the person answered to the fields of the step before, by their keys.
    public var answers: [String: String]

    /// - Parameters:
    ///   - library: the library that it is for.
    ///   - state: that of the step before; nil: the sign-in begins.
    ///   - answers: what the person answered to its fields, by their keys.
    public init(library: OpenRequest, state: [UInt8]? = nil, answers: [String: String] = [:]) {
        self.library = library
        self.state = state
        self.answers = answers
    }
}
