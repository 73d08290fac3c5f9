internal import ABIMemory
internal import BackendAPI

struct ChangeCopy: Equatable {
    let flags: UInt32
    let kind: UInt32
    let subject: UInt32
    let identifiers: [Text]
    /// Whether identifiers are counted and not there.
    let isWithoutIdentifiers: Bool
    let token: [UInt8]?

    init(_ source: UnsafeRawPointer) {
        let record = readRecord(source, zero: picker_change())
        flags = record.flags
        kind = record.kind
        subject = record.subject
        let count = Int(clamping: record.identifier_count)
        identifiers = record.identifiers.map { list in (0..<count).map { Text(list[$0]) } } ?? []
        isWithoutIdentifiers = record.identifier_count > 0 && record.identifiers == nil
        token = record.token.array
    }
}

struct DiagnosticCopy: Equatable {
    let reason: picker_status
    let relativePath: Text
    let message: Text
    let pathBytes: [UInt8]?
    let flags: UInt32
    let reserved: UInt32

    init(_ source: UnsafeRawPointer) {
        let record = readRecord(source, zero: picker_diagnostic())
        reserved = record.reserved
        pathBytes = record.relative_path_bytes.array
        flags = record.flags
        reason = record.reason
        relativePath = Text(record.relative_path)
        message = Text(record.message)
    }
}
