internal import BackendKit
internal import PhotoModel
internal import Platform

/// What the server offers and what its credentials allow, which is queried when a library is opened.
final class Access: Sendable {
    /// The oldest version whose interface has everything that is used.
    static let oldest = [1, 134, 0]
    /// The permissions that showing photos needs.
    static let needed = ["asset.read", "asset.view", "asset.download", "asset.statistics", "album.read"]

    let email: String?
    let userID: String?
    let version: [Int]
    /// Whether the server can edit photos, and delivers their images with the edits if asked to.
    var showsEdits: Bool { !version.lexicographicallyPrecedes([2, 5, 0]) }
    let offersSmartSearch: Bool
    let offersPeople: Bool
    /// Nil if everything is allowed, as after signing in with a password.
    private let permissions: Set<String>?
    private let checked = Mutex<(status: AuthorizationStatus, since: UInt64)?>(nil)

    /// Asks the server, in two steps: its version, without any secret; then what it offers with these credentials.
    init(_ server: ImmichServer, _ call: BackendCall) throws(PhotoError) {
        version = try Self.version(of: server, call)
        let answers = try server.documents(
            [.get("/users/me"), .get("/server/features")] + Self.keyQuestion(server), call)
        let user: JSON?
        switch answers[0] {
        case .success(let document): user = document
        // A key may lack the permission to say to whom it belongs.
        case .failure(let error) where error.status == .accessDenied: user = nil
        case .failure(let error): throw error
        }
        email = user?["email"]?.text
        userID = user?["id"]?.text
        let features = try answers[1].get()
        offersSmartSearch = features["smartSearch"]?.bool ?? false
        offersPeople = features["facialRecognition"]?.bool ?? true
        permissions = answers.count > 2 ? Self.permissions(answers[2]) : nil
    }

    private static func keyQuestion(_ server: ImmichServer) -> [Ask] {
        if case .key = server.credentials { [.get("/api-keys/me")] } else { [] }
    }

    static func version(of server: ImmichServer, _ call: BackendCall) throws(PhotoError) -> [Int] {
        let found: JSON
        do throws(PhotoError) {
            found = try server.publicDocument("/server/version", call)
        } catch {
            guard [.notFound, .internal].contains(error.status) else { throw error }
            throw .unsupported("\(server.name) is not an Immich server; is the address right?")
        }
        let version = ["major", "minor", "patch"].compactMap { found[$0]?.integer }
        guard version.count == 3 else {
            throw .unsupported("\(server.name) is not an Immich server; is the address right?")
        }
        guard !version.lexicographicallyPrecedes(oldest) else {
            let texts = [version, oldest].map { $0.map(String.init).joined(separator: ".") }
            throw .unsupported(
                "\(server.name) runs Immich \(texts[0]), and \(texts[1]) or later is needed; update the server")
        }
        return version
    }

    private static func permissions(_ answer: Result<JSON, PhotoError>) -> Set<String>? {
        guard let list = try? answer.get()["permissions"]?.elements else { return nil }
        let names = Set(list.compactMap(\.text))
        return names.contains("all") ? nil : names
    }

    func allows(_ permission: String) -> Bool { permissions?.contains(permission) ?? true }

    /// Whether the credentials are still valid; the server is asked at most every five seconds.
    ///
    /// - Throws: the error if the server cannot be asked at the moment, so that it is not known.
    func status(_ server: ImmichServer, _ call: BackendCall) throws(PhotoError) -> AuthorizationStatus {
        if let known = checked.withLock({ $0 }), known.since &+ 5_000_000_000 > MonotonicTime.now {
            return known.status
        }
        let full: AuthorizationStatus = Self.needed.allSatisfy(allows) ? .authorized : .limited
        var status = full
        do throws(PhotoError) {
            _ = try server.document(.post("/auth/validateToken", .object([])), call)
        } catch {
            // A server that cannot be reached has not refused.
            guard error.status == .signInRequired else { throw error }
            status = .denied
        }
        checked.withLock { $0 = (status, MonotonicTime.now) }
        return status
    }
}
