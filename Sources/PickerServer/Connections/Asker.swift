/// Whose a request is, once it has proved itself, by what can be revoked.
enum Asker: Hashable, Sendable {
    /// A browser of the owner's: its sign-in.
    case signIn(Int64)
    /// A program.
    case client(Int64)
}
