internal import Cryptography
internal import Hummingbird
internal import SessionStorage

/// The part of a list that a client asks for with `pageSize` and `pageToken`.
struct ListPage {
    private static let usualSize = 50
    private static let largestSize = 100

    let offset: Int
    let size: Int
    /// What its tokens are valid for: one list of one client.
    private let list: String
    private let key: MessageKey

    /// - Throws: INVALID_ARGUMENT if the size is not a number, or the token is of another list.
    init(_ request: Request, of name: String, _ context: PageContext, key: MessageKey) throws {
        size = try Self.size(request.query("pageSize"))
        list = "list\n\(try context.requireClient().identifier)\n\(name)"
        self.key = key
        guard let text = request.query("pageToken"), !text.isEmpty else {
            offset = 0
            return
        }
        guard let token = PageToken(text, session: list, key: key) else {
            throw ServerError.invalidArgument("pageToken is not one that this list gave")
        }
        offset = token.offset
    }

    /// The token of the next page; nil if there is none.
    func next(hasMore: Bool) -> String? {
        hasMore ? PageToken(offset: offset + size).text(session: list, key: key) : nil
    }

    /// The page size that a client asks for. A size above the maximum is lowered to it.
    ///
    /// - Throws: INVALID_ARGUMENT if it is not a number, or less than 0.
    static func size(_ text: String?) throws -> Int {
        guard let text, !text.isEmpty else { return usualSize }
        // A number with too many digits for an Int is simply large.
        let isNumber = text.allSatisfy { ("0"..."9").contains($0) }
        guard isNumber else { throw ServerError.invalidArgument("pageSize must be a whole number, 0 or more") }
        let size = Int(text) ?? .max
        return size == 0 ? usualSize : min(size, largestSize)
    }
}
