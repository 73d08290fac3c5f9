public import PhotoModel
internal import Synchronization

extension PhotoLibrary {
    /// Whether the photos may be read, as far as it has been asked for; `.notDetermined` before that.
    public var authorizationStatus: AuthorizationStatus { state.withLock { $0.authorization } }

    /// Asks the storage whether it can be read. The answer is remembered; ask again to force a new one.
    @discardableResult
    public func requestAuthorization() async throws(PhotoError) -> AuthorizationStatus {
        let answer = try await perform { (_, table, _) throws(PhotoError) in try table.authorizationStatus() }
        state.withLock { $0.authorization = answer }
        return answer
    }
}
