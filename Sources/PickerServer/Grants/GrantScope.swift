internal import Hummingbird
internal import PickerHost
internal import SessionStorage

/// The library as each client may see it, by the grants that it has at the time of the request.
struct GrantScope: Sendable {
    let library: PhotoLibrary
    let store: any SessionStore
    let members: CollectionMembers

    /// What the client that asks may see now.
    func view(_ context: PageContext) async throws -> LibraryView {
        let grants = try await store.grants(of: context.requireClient().identifier, in: library.root)
        return LibraryView(of: library, grants: LibraryGrants(grants), members: members)
    }
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
