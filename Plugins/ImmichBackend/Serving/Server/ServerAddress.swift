internal import HTTPClient
internal import PhotoModel

/// The address of a server: `immich+https://HOST[:PORT][/PATH]`.
struct ServerAddress: Equatable, Sendable {
    /// The server to connect to.
    let origin: HTTPOrigin
    /// The path before "/api": empty, or begins with "/" and does not end with it.
    let path: String

    static let schemes = ["immich+https", "immich+http"]

    /// - Parameters:
    ///   - location: the address of the library as text.
    ///   - allowsPlainText: whether `immich+http` is allowed.
    init(_ location: String, allowsPlainText: Bool) throws(PhotoError) {
        let lowercased = location.lowercased()
        guard let scheme = Self.schemes.first(where: { lowercased.hasPrefix($0 + "://") }) else {
            throw .invalidArgument(
                "an address of Immich begins with immich+https://, such as immich+https://photos.example")
        }
        let rest = location.dropFirst(scheme.count + 3)
        let authority = rest.prefix { !"/?#".contains($0) }
        guard !authority.contains("@") else {
            throw .invalidArgument("an address of Immich has no user and no password in it: they are settings")
        }
        let path = rest.dropFirst(authority.count)
        guard !path.contains("?"), !path.contains("#"), let address = HTTPAddress(scheme.dropFirst(7) + "://" + rest)
        else {
            throw .invalidArgument("\(location) is no address of a server, such as immich+https://photos.example")
        }
        guard address.origin.scheme == "https" || allowsPlainText else {
            throw .invalidArgument(
                "immich+http sends photos and the key for all to read; use immich+https, or set insecure to \"yes\"")
        }
        origin = address.origin
        self.path = Self.base(String(path))
    }

    /// The path without "/", "/api" and "/photos" at its end, which addresses have that were copied from a browser.
    private static func base(_ path: String) -> String {
        var base = path[...]
        while base.hasSuffix("/") { base.removeLast() }
        if base.hasSuffix("/photos") { base.removeLast(7) }
        if base.hasSuffix("/api") { base.removeLast(4) }
        return String(base)
    }

    /// The address of an endpoint.
    ///
    /// - Parameter endpoint: the endpoint without "/api", with its query.
    func of(_ endpoint: String) -> HTTPAddress { HTTPAddress(origin: origin, target: path + "/api" + endpoint) }
}
