internal import PhotoModel

/// A record as JSON, for the owner's page and `picker history`.
package struct RecordDocument: Encodable, Sendable {
    private let id: Int64
    private let time: String
    private let event: String
    private let client: String
    @Nullable private var library: String?
    @Nullable private var title: String?
    private let itemCount: Int
    private let byteTotal: UInt64
    /// Left out if it is nil.
    private let items: [RecordedItem]?

    /// - Parameter items: the assets to list in it; nil if they are listed elsewhere.
    package init(_ record: AccessRecord, items: [RecordedItem]? = nil) {
        (id, time, event) = (record.identifier, record.time.iso8601(), record.event.rawValue)
        (client, itemCount, byteTotal) = (record.client, record.count, record.byteTotal)
        self.items = items
        _library = Nullable(wrappedValue: record.library)
        _title = Nullable(wrappedValue: record.title)
    }
}
