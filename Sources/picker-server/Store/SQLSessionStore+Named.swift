internal import PickerCommands
internal import SessionStorage

extension SQLSessionStore {
    /// The client with this name that is not revoked.
    func client(named name: String) async throws -> Client {
        let known = try await clients().filter { $0.revoked == nil }
        guard let found = known.first(where: { $0.name == name }) else {
            let question = Suggestion.question(name, among: known.map(\.name))
            throw CommandFailure(.noInput, "there is no program \(name)\(question); see picker clients list")
        }
        return found
    }
}
