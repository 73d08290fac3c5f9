package import PhotoModel

/// The address of a database, `postgresql://host:port/database`, and the account.
package struct DatabaseAddress: Sendable {
    package static let scheme = "postgresql"

    package let host: String
    package let port: Int
    package let user: String
    package let database: String
    let password: String
    let isEncrypted: Bool
    let certificates: String

    /// The system's certificate authorities, where Debian has them.
    private static let authorities = "/etc/ssl/certs/ca-certificates.crt"

    /// - Parameters:
    ///   - location: the address as text.
    ///   - certificates: a file of certificate authorities in PEM format; nil: the system's.
    package init(
        _ location: String, user: String, password: String, isEncrypted: Bool, certificates: String?
    ) throws(PhotoError) {
        let form = "a database of PostgreSQL is at postgresql://HOST:PORT/DATABASE"
        guard location.hasPrefix(Self.scheme + "://") else { throw .invalidArgument(form) }
        let rest = location.dropFirst(Self.scheme.count + 3)
        guard !rest.contains(where: { "?#%".contains($0) }) else {
            throw .invalidArgument("\(form), with nothing behind it, and names without \"%\"")
        }
        let parts = rest.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[1].isEmpty, !parts[1].contains("/"), let place = Self.place(parts[0]) else {
            throw .invalidArgument(form)
        }
        (host, port) = place
        self.user = user
        database = String(parts[1])
        self.password = password
        self.isEncrypted = isEncrypted
        self.certificates = certificates ?? Self.authorities
    }

    private static func place(_ text: Substring) -> (String, Int)? {
        var (host, port) = (text, Substring("5432"))
        let start = text.lastIndex(of: "]") ?? text.startIndex
        guard !text.contains("@") else { return nil }
        if let colon = text[start...].lastIndex(of: ":") {
            (host, port) = (text[..<colon], text[text.index(after: colon)...])
        }
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        guard let number = Int(port), (1...65535).contains(number), !host.isEmpty,
            host.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), !host.contains(","), !host.hasPrefix("/")
        else { return nil }
        return (String(host), number)
    }

    /// The name of the database in messages.
    package var name: String { "\(host):\(port)/\(database)" }

    /// The parameters for libpq, including most of those that it would otherwise take from the environment or from files in
    /// the home folder. To libpq an empty value is a missing one, and options that are not empty are refused by some pools. So programs
    /// that use a library or a store in their own process remove PGOPTIONS, PGSERVICE, PGPASSWORD and the like before.
    var parameters: [(key: String, value: String)] {
        [
            ("host", host), ("port", String(port)), ("dbname", database), ("user", user), ("password", password),
            ("passfile", "/dev/null/none"), ("sslmode", isEncrypted ? "verify-full" : "disable"),
            ("sslrootcert", certificates), ("sslcert", "/dev/null/none"), ("sslkey", "/dev/null/none"),
            ("gssencmode", "disable"), ("client_encoding", "UTF8"), ("application_name", "picker"),
            ("target_session_attrs", "any"),
            // A server that lost power no longer answers; without these parameters, libpq would wait for a quarter of
            // an hour.
            ("keepalives_idle", "30"), ("keepalives_interval", "10"), ("keepalives_count", "3"),
            ("tcp_user_timeout", "30000"),
        ]
    }
}
