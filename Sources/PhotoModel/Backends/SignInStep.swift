/// What a front end shows next while a person signs in to what a library is served by.
public enum SignInStep: Equatable, Sendable {
    /// Ask for these, and go on with what was answered. Never empty.
    case fields([SettingDescription])
    /// Let the person open this address of https or http in any browser, type in `code` there, if there is one, and go on
    /// after `wait`.
    case openAddress(String, code: String?, wait: Duration)
    /// Nothing for the person to do: go on after this time.
    case wait(Duration)
    /// The person is signed in; the name of the account, if it is known.
    case done(account: String?)
}

/// A step with what goes with it.
public struct SignInPrompt: Equatable, Sendable {
    /// What to show.
    public var step: SignInStep
    /// One line for the person: what to do, and why the answers before were not taken; nil: nothing is to be said.
    public var message: String?
    /// What the backend wants to see again with the next step, at most 16384 bytes. A secret; nil: nothing.
    public var state: [UInt8]?

    /// - Parameters:
    ///   - step: what to show.
    ///   - message: one line for the person; nil: nothing is to be said.
    ///   - state: what the backend wants to see again with the next step; nil: nothing.
    public init(_ step: SignInStep, message: String? = nil, state: [UInt8]? = nil) {
        self.step = step
        self.message = message
        self.state = state
    }
}
