internal import PhotoModel
internal import SessionStorage

/// Clients with what they may see, as the owner's page reads it.
struct AccessDocument: Encodable {
    struct Client: Encodable {
        let id: Int64
        let name: String
        @Nullable var origin: String?
        let added: String
        let grants: [Grant]

        init(_ client: SessionStorage.Client, grants: [SessionStorage.Grant]) {
            (id, name, origin, added) = (client.identifier, client.name, client.origin, client.added.iso8601())
            self.grants = grants.map { Grant($0) }
        }
    }

    struct Grant: Encodable {
        let id: Int64
        /// `asset` or `collection`.
        let kind: String
        let subject: String
        let title: String
        let given: String

        init(_ grant: SessionStorage.Grant) {
            (id, subject, title, given) = (
                grant.identifier, grant.subject.identifier, grant.title, grant.given.iso8601()
            )
            kind = if case .asset = grant.subject { "asset" } else { "collection" }
        }
    }

    let clients: [Client]
}

/// What was given to whom, the newest first.
struct RecordsDocument: Encodable {
    struct Record: Encodable {
        let id: Int64
        let time: String
        let event: String
        let client: String
        @Nullable var library: String?
        @Nullable var title: String?
        let itemCount: Int
        let byteTotal: UInt64
    }

    let records: [Record]
    /// For `before`, to go on; null at the end.
    @Nullable var next: Int64?

    init(_ records: [AccessRecord], limit: Int) {
        self.records = records.map {
            Record(
                id: $0.identifier, time: $0.time.iso8601(), event: $0.event.rawValue, client: $0.client,
                library: $0.library, title: $0.title, itemCount: $0.count, byteTotal: $0.byteTotal)
        }
        next = records.count == limit ? records.last?.identifier : nil
    }
}

/// The assets of one record.
struct ItemsDocument: Encodable {
    struct Item: Encodable {
        let localIdentifier: String
        let filename: String

        init(_ item: RecordedItem) { (localIdentifier, filename) = (item.localIdentifier, item.filename) }
    }

    let items: [Item]
}
