internal import FoundationEssentials

/// What a page says is selected: `{"assets": [identifiers]}`, or `{"parts": [...]}` when some of it is not listed one by one.
struct SelectionRequest: Decodable {
    /// `{"asset": ID}`; or `{"collection": ID}`, all of it, or from `offset` on `count` assets, in the default order.
    struct Part: Decodable {
        var asset: String?
        var collection: String?
        var offset: Int?
        var count: Int?
    }

    static let largestBody = 16 << 20

    let parts: [Part]

    private enum Key: String, CodingKey { case assets, parts }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        if let parts = try container.decodeIfPresent([Part].self, forKey: .parts) {
            self.parts = parts
        } else {
            parts = try container.decode([String].self, forKey: .assets).map { Part(asset: $0) }
        }
    }

    init(_ body: Data) throws {
        guard let request = try? JSONDecoder().decode(SelectionRequest.self, from: body) else {
            throw ServerError.invalidArgument("the body must be {\"assets\": [identifiers]} or {\"parts\": [...]}")
        }
        self = request
    }
}
