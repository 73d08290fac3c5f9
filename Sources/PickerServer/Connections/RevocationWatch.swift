internal import PhotoModel
internal import Platform
internal import SessionStorage

/// Breaks off the requests of browsers and programs that were let in and were revoked while they were answered: streams of events,
/// downloads, conversions. What they ask next, their guards refuse.
struct RevocationWatch: Sendable {
    let connections: OpenConnections
    let signIns: any OwnerStore
    /// Nil: there are no programs.
    let store: (any SessionStore)?

    /// Between two looks into the store, in seconds.
    static let interval = 2

    /// Looks until its task is cancelled.
    func run() async {
        var before: Set<Asker> = []
        while !Task.isCancelled {
            try? await Task.sleep(for: .seconds(Self.interval))
            // A store that cannot be read now says nothing of anyone.
            guard let revoked = try? await revoked(among: connections.askers) else { continue }
            // One look later, so that a stream can say why it ends.
            connections.close(of: revoked.intersection(before))
            before = revoked
        }
    }

    private func revoked(among askers: Set<Asker>) async throws -> Set<Asker> {
        guard !askers.isEmpty else { return [] }
        var known = Set(try await signIns.signIns(now: .now).map { Asker.signIn($0.identifier) })
        let clients = try await store?.clients() ?? []
        known.formUnion(clients.filter { $0.revoked == nil }.map { .client($0.identifier) })
        return askers.subtracting(known)
    }
}
