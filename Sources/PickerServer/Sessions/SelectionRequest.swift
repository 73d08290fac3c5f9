internal import FoundationEssentials
internal import PhotoModel
internal import PickingSessions

/// What a page describes as selected: `{"assets": [identifiers]}`, or `{"parts": [...]}` if some assets are not listed
/// one by one.
struct SelectionRequest: Decodable {
    /// `{"asset": ID}`; or `{"collection": ID}`, which is all of it, or `count` assets from `offset` on in a list of
    /// it.
    struct Part: Decodable {
        var asset: String?
        var collection: String?
        var offset: Int?
        var count: Int?
        /// The kind that the list is filtered by.
        var kind: String?
        var text: String?
        /// `reversed` if positions are counted from the end of the list.
        var order: String?
        /// The first asset of the run; `last` is the last one.
        var first: String?
        var last: String?
        /// Assets within the run that are not selected.
        var except: [String]?
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

extension SelectionRequest.Part {
    /// The run as it was requested; its count is not checked against the library.
    ///
    /// - Returns: nil if the part is an asset.
    func run() throws -> AssetRun? {
        guard (asset == nil) != (collection == nil) else {
            throw ServerError.invalidArgument("a part is an asset or a collection")
        }
        guard let collection else { return nil }
        guard order == nil || order == "reversed" || order == "default" else {
            throw ServerError.invalidArgument("order must be default or reversed")
        }
        let listing = AssetRun.Listing(
            collection: collection, kind: kind, text: text, isReversed: order == "reversed")
        guard offset != nil || count != nil else {
            return AssetRun(wholeCollection: collection, count: 0, byteTotal: 0)
        }
        let ends = first.flatMap { first in last.map { AssetRun.Ends(first: first, last: $0) } }
        let places = try places
        return AssetRun(of: listing, places: places, ends: ends, exceptions: Set(except ?? []))
    }

    private var places: Range<Int> {
        get throws {
            let (offset, count) = (offset ?? 0, count ?? 0)
            guard offset >= 0, count > 0, count <= Int.max - offset else {
                throw ServerError.invalidArgument("a range has an offset of at least 0 and a count of at least 1")
            }
            return offset..<offset + count
        }
    }
}

/// A selected run, in the same terms as `SelectionRequest.Part`.
struct RunDocument: Encodable {
    let collection: String
    @Nullable var offset: Int?
    /// The number of positions, including those of the exceptions.
    let count: Int
    @Nullable var kind: String?
    @Nullable var text: String?
    let order: String
    @Nullable var first: String?
    @Nullable var last: String?
    let except: [String]

    init(_ run: AssetRun) {
        (collection, kind, text) = (run.listing.collection, run.listing.kind, run.listing.text)
        order = run.listing.isReversed ? "reversed" : "default"
        offset = run.places?.lowerBound
        count = run.places?.count ?? run.count
        (first, last) = (run.ends?.first, run.ends?.last)
        except = run.exceptions.sorted()
    }
}
