internal import BackendAPI

struct DiagnosticCopy: Equatable {
    let reason: picker_status
    let relativePath: Text
    let message: Text

    init(_ source: UnsafeRawPointer) {
        let record = readRecord(source, zero: picker_diagnostic())
        reason = record.reason
        relativePath = Text(record.relative_path)
        message = Text(record.message)
    }
}
