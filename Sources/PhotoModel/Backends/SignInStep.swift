/// What a front end shows next while a person signs in to the service of a library.
public enum SignInStep: Equatable, Sendable {
    /// Ask for these fields, and continue with the answers. Never empty.
    case fields([SettingDescription])
    /// Let the person open this address (https or http) in any browser and type in `code` there, if there is one; continue
    /// after `wait`.
    case openAddress(String, code: String?, wait: Duration)
    /// There is nothing for the person to do: continue after this time.
    case wait(Duration)
    /// The person is signed in; the name of the account, if it is known.
    case done(account: String?)
}

/// A step of a sign-in, with its message and state.
public struct SignInPrompt: Equatable, Sendable {
    /// What to show.
    public var step: SignInStep
    /// One line for the person: what to do, or why the last answers were not accepted; nil when there is nothing to say.
    public var message: String?
    /// What the backend gets back with the next step, at most 16384 bytes; nil when it needs nothing. It is a secret.
    public var state: [UInt8]?

    /// - Parameters:
    ///   - step: what to show.
    ///   - message: one line for the person; nil when there is nothing to say.
    ///   - state: what the backend gets back with the next step; nil when it needs nothing.
    public init(_ step: SignInStep, message: String? = nil, state: [UInt8]? = nil) {
        self.step = step
        self.message = message
        self.state = state
    }
}
