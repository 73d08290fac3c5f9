internal import PhotoModel
internal import SessionStorage

/// Clients and what they may see, as the owner's page reads it.
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

/// The records of what was given to whom, the newest first.
struct RecordsDocument: Encodable {
    let records: [RecordDocument]
    /// The value of `before` for the next page; null on the last page.
    @Nullable var next: Int64?

    init(_ records: [AccessRecord], limit: Int) {
        self.records = records.map { RecordDocument($0) }
        next = records.count == limit ? records.last?.identifier : nil
    }
}

/// The assets of one record.
struct ItemsDocument: Encodable {
    let items: [RecordedItem]
}
