internal import Cryptography
internal import Hummingbird
internal import PickerHost
internal import SessionStorage

/// Makes the views of the libraries that clients have, by the grants that a client has at the time of its request.
struct GrantScope: Sendable {
    let libraries: LibrarySet
    let store: any SessionStore

    /// The view that the client has of the library that the address names, or of the first library.
    ///
    /// - Throws: NOT_FOUND, with the same message and before any work, for a library in which the client has no grant
    ///   and for one that does not exist; UNAVAILABLE for one in which it has a grant and that cannot be reached.
    func view(_ context: PageContext) async throws -> LibraryView {
        let client = try context.requireClient().identifier
        guard let name = context.parameters.get("library") else {
            let first = libraries.first
            return view(of: first, try await store.grants(of: client, in: first.library.root))
        }
        let key = try await store.signingKey()
        // The query of the store must not depend on whether the library exists.
        let root = libraries.roots.first { key.isToken(name, of: Self.message($0, client)) }
        let grants = try await store.grants(of: client, in: root ?? "")
        guard let root, !grants.isEmpty, let served = try libraries.library(root: root) else {
            throw ServerError.notFound("there is no such library for this client")
        }
        return view(of: served, grants)
    }

    private func view(of served: ServedLibrary, _ grants: [Grant]) -> LibraryView {
        LibraryView(of: served.library, grants: LibraryGrants(grants), members: served.members)
    }

    /// The libraries in which the client has a grant, also those that cannot be reached at the moment: one that is
    /// missing would look as if everything in it had been revoked.
    ///
    /// - Returns: their names in addresses, for this client.
    func granted(_ context: PageContext) async throws -> [String] {
        let client = try context.requireClient().identifier
        let key = try await store.signingKey()
        var granted: [String] = []
        for root in libraries.roots where try await !store.grants(of: client, in: root).isEmpty {
            granted.append(key.token(of: Self.message(root, client)))
        }
        return granted
    }

    /// What is signed to name a library for a client: the name on the owner's pages is that of a folder or of a server.
    private static func message(_ root: String, _ client: Int64) -> String { "library\n\(client)\n\(root)" }
}

extension LibraryGrants {
    init(_ grants: [Grant]) {
        var (assets, collections): ([String], [String]) = ([], [])
        for grant in grants {
            switch grant.subject {
            case .asset(let identifier): assets.append(identifier)
            case .collection(let identifier): collections.append(identifier)
            }
        }
        self.init(assets: assets, collections: collections)
    }
}
