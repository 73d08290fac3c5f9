internal import FoundationEssentials
internal import PhotoModel
internal import PickingSessions

/// What a client sends to create a session: the body of `POST /v1/sessions`.
///
/// `picker` has what Google's interface does not have. Unknown fields are ignored.
struct SessionRequest: Decodable {
    struct PickingConfig: Decodable {
        var maxItemCount: WholeNumber?
    }

    struct Extension: Decodable {
        var minItemCount: WholeNumber?
        var mediaFilter: String?
        var ordered: Bool?
        var representationMode: String?
        var wholeAlbums: Bool?
        var preselectedItemIds: [String]?
    }

    /// A number, or a string of its digits, which is how Google's JSON writes an int64.
    struct WholeNumber: Decodable {
        let value: Int

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let number = try? container.decode(Int.self) {
                value = number
            } else if let number = Int(try container.decode(String.self)) {
                value = number
            } else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a whole number")
            }
        }
    }

    var pickingConfig: PickingConfig?
    var picker: Extension?

    /// The limit if the client does not set one; the same as in Google's interface.
    static let usualLimit = 2000
    private static let largestLimit = 100_000
    /// In bytes.
    private static let longestIdentifier = 64

    /// - Parameter body: JSON; may be empty.
    init(_ body: Data) throws {
        guard !body.isEmpty else { return }
        do {
            self = try JSONDecoder().decode(SessionRequest.self, from: body)
        } catch {
            throw ServerError.invalidArgument("the body is no session: \(Self.reason(error))")
        }
    }

    func configuration() throws -> PickingConfiguration {
        // In Protocol Buffers, 0 is the same as no value.
        let asked = pickingConfig?.maxItemCount?.value ?? 0
        let limit = asked == 0 ? Self.usualLimit : asked
        guard (1...Self.largestLimit).contains(limit) else {
            throw ServerError.invalidArgument("pickingConfig.maxItemCount must be from 0 to \(Self.largestLimit)")
        }
        guard
            let configuration = PickingConfiguration(
                selectionLimit: limit, minimum: picker?.minItemCount?.value ?? 0,
                mediaFilter: try Self.choice(picker?.mediaFilter, .any, "picker.mediaFilter"),
                isOrdered: picker?.ordered ?? false, preselected: preselected,
                representationMode: try Self.choice(picker?.representationMode, .current, "picker.representationMode"),
                allowsWholeAlbums: picker?.wholeAlbums ?? false)
        else {
            throw ServerError.invalidArgument(
                "picker.minItemCount must be from 0 to maxItemCount, and no more preselected than maxItemCount")
        }
        return configuration
    }

    /// The identifiers to preselect. Those that are too long cannot be in any library, so they are left out.
    private var preselected: [String] {
        (picker?.preselectedItemIds ?? []).filter { (1...Self.longestIdentifier).contains($0.utf8.count) }
    }

    private static func choice<Choice: RawRepresentable & CaseIterable>(
        _ text: String?, _ usual: Choice, _ field: String
    ) throws -> Choice where Choice.RawValue == String {
        guard let text else { return usual }
        guard let choice = Choice(rawValue: text) else {
            let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw ServerError.invalidArgument("\(field) must be one of: \(names)")
        }
        return choice
    }

    private static func reason(_ error: any Error) -> String {
        switch error {
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
            DecodingError.dataCorrupted(let context):
            let path = context.codingPath.map(\.stringValue).joined(separator: ".")
            return path.isEmpty ? "it must be a JSON object" : "\(path) has another type"
        default: return "it must be a JSON object"
        }
    }
}
