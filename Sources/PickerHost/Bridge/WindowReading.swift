package import PhotoModel

/// How far a list was read, window after window, so that a list that its backend never ends is noticed. A pure value.
package struct WindowReading: Sendable {
    /// Assets of a list that is read to its end: above every library, and read in minutes.
    private static let limit = 100_000_000

    /// Where the next window begins.
    package private(set) var offset: Int
    private let backend: String
    private let limit: Int
    private var count = 0
    private var first: String?

    /// - Parameters:
    ///   - backend: the backend of the list, for errors.
    ///   - offset: where the first window begins.
    ///   - limit: how many assets may be read; more are an error. Nil: more than any library has.
    init(of backend: String, offset: Int = 0, limit: Int? = nil) {
        self.backend = backend
        self.offset = offset
        self.limit = limit ?? Self.limit
    }

    /// Takes the window that begins at `offset`.
    ///
    /// - Throws: `.internal` when the list begins again, since an asset comes only once (R9.12), or when there are too many assets.
    package mutating func add(_ window: [Asset]) throws(PhotoError) {
        guard let begin = window.first?.localIdentifier else { return }
        guard first != begin else {
            throw PhotoError(.internal, "\(backend): its list has no end: the asset \(begin) comes at \(offset), too")
        }
        first = first ?? begin
        count += window.count
        guard count <= limit else {
            throw PhotoError(
                .internal, "\(backend): its list has more than \(limit) assets, which are too many to read")
        }
        // A backend may say that there is an asset at the end of all numbers.
        offset += min(window.count, Int.max - offset)
    }
}

extension FetchResult {
    /// Makes sure that the windows of this result come to an end.
    package func reading(offset: Int = 0, limit: Int? = nil) -> WindowReading {
        WindowReading(of: fetch.backend, offset: offset, limit: limit)
    }
}
