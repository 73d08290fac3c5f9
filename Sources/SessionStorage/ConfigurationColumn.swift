internal import FoundationEssentials
internal import PhotoModel
internal import PickingSessions

/// The configuration of a session as it is stored: JSON.
struct ConfigurationColumn: Codable {
    private let selectionLimit: Int?
    private let minimum: Int
    private let mediaFilter: String
    private let isOrdered: Bool
    private let preselected: [String]
    private let representationMode: String
    private let allowsWholeAlbums: Bool

    init(_ configuration: PickingConfiguration) {
        selectionLimit = configuration.selectionLimit
        minimum = configuration.minimum
        mediaFilter = configuration.mediaFilter.rawValue
        isOrdered = configuration.isOrdered
        preselected = configuration.preselected
        representationMode = configuration.representationMode.rawValue
        allowsWholeAlbums = configuration.allowsWholeAlbums
    }

    init(_ text: String) throws { self = try JSONDecoder().decode(Self.self, from: Data(text.utf8)) }

    var text: String {
        get throws { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) }
    }

    /// - Throws: an error if what was stored is not a valid configuration.
    func configuration() throws -> PickingConfiguration {
        guard let filter = MediaFilter(rawValue: mediaFilter),
            let mode = RepresentationMode(rawValue: representationMode),
            let configuration = PickingConfiguration(
                selectionLimit: selectionLimit, minimum: minimum, mediaFilter: filter, isOrdered: isOrdered,
                preselected: preselected, representationMode: mode, allowsWholeAlbums: allowsWholeAlbums)
        else {
            throw SessionStoreError.unusable(file: "a session in the store", reason: "has an unknown configuration")
        }
        return configuration
    }
}
