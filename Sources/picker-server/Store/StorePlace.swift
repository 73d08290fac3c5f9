internal import FoundationEssentials
internal import PhotoModel
internal import PickerCommands
internal import Platform
internal import SessionStorage

/// The address of a store on a server: `store.json` in the folder of the store. Its password is in a file in the folder `secrets`
/// beside it, or in a credential `picker.@store.password` of systemd.
struct StorePlace: Codable {
    private var schema = 1
    let location: String
    /// The settings without secrets.
    let settings: [String: String]

    /// The name under which its secrets are kept. No library can have it.
    private static let secretName = "@store"

    init(location: String, settings: [String: String]) {
        self.location = location
        self.settings = settings
    }

    /// The secrets that systemd provides for it.
    static var credentials: [String: String] {
        get throws(CommandFailure) { try SecretFile.credentials(of: secretName, for: StoreAddress.settings) }
    }

    private static func file(_ folder: String) -> String { "\(folder)/store.json" }

    /// - Returns: nil if the store is in the folder itself.
    static func read(inFolder folder: String) throws(CommandFailure) -> StorePlace? {
        let file = file(folder)
        guard TextFile.exists(file) else { return nil }
        guard let text = TextFile.read(file) else { throw CommandFailure(.noInput, "\(file): cannot be read") }
        guard let place = try? JSONDecoder().decode(StorePlace.self, from: Data(text.utf8)), place.schema == 1 else {
            throw CommandFailure(
                .badData, "\(file): is damaged, or of a newer picker; picker store use writes it again")
        }
        return place
    }

    func address(inFolder folder: String) throws(CommandFailure) -> StoreAddress {
        let secrets = try SecretFile(folder: folder, library: Self.secretName).read()
        return try Self.address(location, settings.merging(secrets) { $1 })
    }

    /// - Parameter settings: secrets included.
    static func address(_ location: String, _ settings: [String: String]) throws(CommandFailure) -> StoreAddress {
        do throws(PhotoError) {
            return try StoreAddress(location, settings)
        } catch {
            throw CommandFailure(ExitStatus(error), error.message)
        }
    }

    /// Writes it with the secrets. These are written first, so that it never exists without them.
    func write(inFolder folder: String, secrets: [String: String]) throws(CommandFailure) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let file = Self.file(folder)
        guard let data = try? encoder.encode(self) else { throw CommandFailure(.internalError, "\(file): no JSON") }
        try SecretFile.makeFolder(folder)
        try SecretFile(folder: folder, library: Self.secretName).write(secrets)
        let output = try AtomicFile(path: file, permissions: 0o600, isFlushed: true)
        try output.write(Array(data) + [UInt8(ascii: "\n")])
        try output.commit()
    }

    static func remove(inFolder folder: String) throws(CommandFailure) {
        do throws(SystemError) {
            try Descriptor.workingFolder.removeFile(file(folder).utf8)
        } catch {
            throw .cannotWrite(file(folder), error)
        }
        try SecretFile(folder: folder, library: secretName).write([:])
    }
}
