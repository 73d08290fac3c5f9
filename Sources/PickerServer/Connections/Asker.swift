/// The browser or program that makes a request, as far as the request proves it and the owner can revoke it.
enum Asker: Hashable, Sendable {
    /// A browser of the owner, by its sign-in.
    case signIn(Int64)
    /// A program, by its client.
    case client(Int64)
}
