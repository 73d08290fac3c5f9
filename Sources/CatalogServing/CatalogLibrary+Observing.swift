package import BackendKit
internal import PhotoIndex
package import PhotoModel

extension CatalogLibrary {
    /// How often to look whether somebody else, another process maybe, wrote to the index.
    private static let patience = 100

    package func observe(call: BackendCall, emit: (LibraryChange) -> Flow) throws(BackendError) {
        try indexing {
            let watch = CatalogWatch(catalog)
            var told = try catalog.currentToken()
            _ = try watch.start(check: call.check)
            if let limitation = watch.limitation { host.log(.warning, limitation) }
            while try tell(&told, call: call, emit) == .more {
                _ = try watch.wait(milliseconds: Self.patience, check: call.check)
            }
        }
    }

    package func changes(
        since token: [UInt8]?, call: BackendCall, emit: (LibraryChange) -> Flow
    ) throws(BackendError) {
        try indexing {
            guard let token else {
                _ = emit(.current(try catalog.currentToken().bytes))
                return
            }
            let given = try ChangeToken(bytes: token)
            let (changes, now) = try catalog.changes(since: given, check: call.check)
            guard now != given else { return }
            _ = Self.emit(changes, now, emit)
        }
    }

    /// Tells what changed since `told`, which becomes the state of now.
    private func tell(
        _ told: inout ChangeToken, call: BackendCall, _ emit: (LibraryChange) -> Flow
    ) throws -> Flow {
        let now = try catalog.currentToken()
        guard now != told else { return .more }
        do throws(IndexError) {
            let (changes, token) = try catalog.changes(since: told, check: call.check)
            told = token
            return Self.emit(changes, token, emit)
        } catch {
            guard case .tokenTooOld = error else { throw error }
            told = now
            return Self.emit([.reload], now, emit)
        }
    }

    /// The last change carries the token to go on from.
    private static func emit(
        _ changes: [LibraryChange], _ token: ChangeToken, _ emit: (LibraryChange) -> Flow
    ) -> Flow {
        guard var last = changes.last else { return emit(.current(token.bytes)) }
        for change in changes.dropLast() where emit(change) == .stop { return .stop }
        last.token = token.bytes
        return emit(last)
    }
}
