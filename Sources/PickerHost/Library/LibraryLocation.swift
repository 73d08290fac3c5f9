public import PhotoModel
internal import Platform

/// Where the photos of a library are.
public enum LibraryLocation: Hashable, Sendable {
    /// The canonical path of a folder.
    case folder(String)
    /// An address, "SCHEME://…", which is opened by a backend that has the scheme.
    case address(String, scheme: String)

    /// Makes a location from an address, or from the path of a folder that exists.
    ///
    /// - Throws: `.notFound` when nothing is at the path, `.invalidArgument` for what is not a folder, for a folder whose path
    ///   is not UTF-8, and for an address with a password in it.
    public init(_ named: String) throws(PhotoError) {
        if let scheme = Self.scheme(of: named) {
            try Self.check(named, scheme)
            self = .address(named, scheme: scheme)
        } else {
            self = .folder(try Self.canonicalFolder(named))
        }
    }

    /// The path or the address.
    public var text: String {
        switch self {
        case .folder(let path): path
        case .address(let address, _): address
        }
    }

    /// The path; nil for an address.
    public var folder: String? {
        guard case .folder(let path) = self else { return nil }
        return path
    }

    /// The scheme of an address; nil for a folder, even if there is a colon in its path.
    public static func scheme(of named: String) -> String? {
        guard let colon = named.firstIndex(of: ":"), named[colon...].hasPrefix("://") else { return nil }
        let scheme = named[..<colon].lowercased()
        let isScheme =
            scheme.utf8.first.map { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) } ?? false
            && scheme.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "+-.".utf8.contains(byte)
            }
        return isScheme ? scheme : nil
    }

    /// Whether a backend opens what is here.
    func isOpened(by backend: BackendInfo) -> Bool {
        switch self {
        case .folder: backend.schemes.isEmpty
        case .address(_, let scheme): backend.schemes.contains(scheme)
        }
    }

    /// An address is shown and logged, so no secret may be in it.
    private static func check(_ address: String, _ scheme: String) throws(PhotoError) {
        let rest = address.dropFirst(scheme.count + 3)
        guard rest.utf8.count > 0, !address.unicodeScalars.contains(where: { $0.value <= 0x20 || $0.value == 0x7F })
        else {
            throw PhotoError(.invalidArgument, "\(address): is no address of a library")
        }
        let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        guard !authority.contains("@") else {
            throw PhotoError(
                .invalidArgument,
                "the address names a user or a password before \"@\"; say them with picker libraries add")
        }
    }

    /// The error for a folder whose path the system could not resolve, or of which it does not say what it is.
    static func failure(_ path: String, _ error: SystemError) -> PhotoError {
        guard error != .accessDenied else {
            return PhotoError(.accessDenied, "\(path): permission denied", systemErrno: error.code)
        }
        let reason =
            error.isOfDisk
            ? "cannot be reached: \(error); check the disk, and what connects it, then try again"
            : "no such folder; name one with --library"
        return PhotoError(.notFound, "\(path): \(reason)", systemErrno: error.code)
    }

    /// The path without links and "..".
    private static func canonicalFolder(_ path: String) throws(PhotoError) -> String {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try canonicalPath(path.utf8)
        } catch {
            throw failure(path, error)
        }
        // A link, or the current folder, may lead to any path; locations are kept and shown as text.
        guard let canonical = String(validating: bytes, as: UTF8.self) else {
            throw PhotoError(
                .invalidArgument,
                "\(path): leads to a folder whose path is not UTF-8; rename that folder, or mount it at another path")
        }
        try checkFolder(path) { () throws(SystemError) in try FileStatus(path: canonical).kind }
        return canonical
    }

    /// - Parameter kind: what is at the path. The path of a network disk that is no longer reached is resolved all the same.
    static func checkFolder(_ path: String, kind: () throws(SystemError) -> FileKind) throws(PhotoError) {
        let found: FileKind
        do throws(SystemError) {
            found = try kind()
        } catch {
            throw failure(path, error)
        }
        guard found == .folder else {
            throw PhotoError(.invalidArgument, "\(path): not a folder; name the folder that holds the photos")
        }
    }
}

/// Everything that a backend is told about a library that it opens.
struct LibraryPlace: Sendable {
    var location: LibraryLocation
    var settings: [String: String] = [:]
    var dataDirectory: String?
    var cacheDirectory: String?
    /// Where its secrets are; nil when the program keeps none for it.
    var secrets: SecretPlace?
    /// False when the index will be refreshed by a call of its own.
    var refreshesIndex = true
}
