internal import ABIMemory
internal import BackendAPI

struct ChangeCopy: Equatable {
    let kind: UInt32
    let identifiers: [Text]
    let token: [UInt8]?

    init(_ source: UnsafeRawPointer) {
        let record = readRecord(source, zero: picker_change())
        kind = record.kind
        identifiers = (0..<Int(clamping: record.identifier_count)).compactMap { index in
            record.identifiers.map { Text($0[index]) }
        }
        token = record.token.array
    }
}
