internal import CSodium

/// The library, made ready once.
enum Sodium {
    /// To be asked for before anything else of the library; it never fails where there is a source of random numbers.
    static let start: Void = precondition(sodium_init() >= 0, "libsodium cannot be initialized")
}
