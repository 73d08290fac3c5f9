internal import PhotoModel
internal import Platform
internal import SessionStorage

/// Breaks off requests of browsers and programs whose access was revoked while they were being answered: streams of
/// events, downloads, conversions. Their later requests are refused by the guards.
struct RevocationWatch: Sendable {
    /// The single key of the cache: there is only one answer of the store to keep.
    private enum Question: Hashable { case whoMayAsk }

    private let connections: OpenConnections
    private let signIns: any OwnerStore
    private let store: (any SessionStore)?
    /// The askers that have access, and until when; nil: without end.
    private let known: ReadCache<Question, [Asker: Timestamp?]>

    /// Seconds between two checks.
    static let interval = 2

    /// - Parameter store: also has the sign-ins; nil: there are no programs.
    init(connections: OpenConnections, signIns: any OwnerStore, store: (any SessionStore)?) {
        self.connections = connections
        self.signIns = signIns
        self.store = store
        known = signIns.makeCache(capacity: 1)
    }

    /// Checks until its task is cancelled.
    func run() async {
        var before: Set<Asker> = []
        while !Task.isCancelled {
            try? await Task.sleep(for: .seconds(Self.interval))
            // A store that cannot be read at the moment says nothing about anyone.
            guard let revoked = try? await revoked(among: connections.askers, now: .now) else { continue }
            // They are closed only one check later, so that a stream can say why it ends.
            connections.close(of: revoked.intersection(before))
            before = revoked
        }
    }

    /// The askers that have no access any more. Reads the store only if something was committed to it since the last
    /// time.
    private func revoked(among askers: Set<Asker>, now: Timestamp) async throws -> Set<Asker> {
        guard !askers.isEmpty else { return [] }
        let known = try await known.value(of: .whoMayAsk) { try await whoMayAsk(now) } ?? [:]
        return askers.filter { asker in
            guard let end = known[asker] else { return true }
            return end.map { $0 <= now } ?? false
        }
    }

    private func whoMayAsk(_ now: Timestamp) async throws -> [Asker: Timestamp?] {
        var known: [Asker: Timestamp?] = [:]
        for signIn in try await signIns.signIns(now: now) {
            known.updateValue(signIn.expires, forKey: .signIn(signIn.identifier))
        }
        for client in try await store?.clients() ?? [] where client.revoked == nil {
            known.updateValue(nil, forKey: .client(client.identifier))
        }
        return known
    }
}
