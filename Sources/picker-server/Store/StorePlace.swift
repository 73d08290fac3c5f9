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

    /// Which file has its secrets; nil: the first. Those of another place go into the other one, so that a place is never used
    /// with the secrets of another, whatever fails between writing both.
    private var secretFile: SecretFileName?

    private enum SecretFileName: String, Codable {
        case first = "@store"
        case second = "@store-2"

        var other: SecretFileName { self == .first ? .second : .first }
    }

    /// The name that its secrets have among those of libraries. No library can have it.
    private static let secretName = SecretFileName.first.rawValue

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
        guard TextFile.mayExist(file) else { return nil }
        guard let text = TextFile.read(file) else { throw CommandFailure(.noInput, "\(file): cannot be read") }
        guard let place = try? JSONDecoder().decode(StorePlace.self, from: Data(text.utf8)), place.schema == 1 else {
            throw CommandFailure(
                .badData, "\(file): is damaged, or of a newer picker; picker store use writes it again")
        }
        return place
    }

    func address(inFolder folder: String) throws(CommandFailure) -> StoreAddress {
        let secrets = try Self.secrets(secretFile ?? .first, folder).read()
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

    private static func secrets(_ name: SecretFileName, _ folder: String) -> SecretFile {
        SecretFile(folder: folder, library: secretName, name: name.rawValue)
    }

    /// Writes it with the secrets, both or neither: the place that was used before stays whole until this one names its secrets.
    func write(inFolder folder: String, secrets: [String: String]) throws(CommandFailure) {
        try SecretFile.makeFolder(folder)
        let former = try Self.replaceable(inFolder: folder).map { $0.secretFile ?? .first }
        let name = former?.other ?? .first
        var place = self
        place.secretFile = name
        let kept = Self.secrets(name, folder)
        try kept.write(secrets)
        do throws(CommandFailure) {
            try place.write(to: Self.file(folder))
        } catch {
            try? kept.write([:])
            throw error
        }
        try Self.secrets(name.other, folder).write([:])
    }

    /// The place that is used now; nil if there is none, or it is damaged.
    private static func replaceable(inFolder folder: String) throws(CommandFailure) -> StorePlace? {
        do throws(CommandFailure) {
            return try read(inFolder: folder)
        } catch {
            guard error.status == .badData else { throw error }
            return nil
        }
    }

    private func write(to file: String) throws(CommandFailure) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(self) else { throw CommandFailure(.internalError, "\(file): no JSON") }
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
        for name in [SecretFileName.first, .second] { try secrets(name, folder).write([:]) }
    }
}
