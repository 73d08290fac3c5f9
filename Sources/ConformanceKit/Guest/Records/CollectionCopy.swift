internal import BackendAPI

struct CollectionCopy: Equatable {
    let size: UInt32
    let flags: UInt32
    let identifier: Text
    let title: Text
    let parent: Text
    let type: UInt32
    let subtype: UInt32
    let estimatedCount: UInt64
    let start: picker_time
    let end: picker_time

    init(_ source: UnsafeRawPointer) {
        let record = readRecord(source, zero: picker_collection())
        size = record.struct_size
        flags = record.flags
        identifier = Text(record.local_identifier)
        title = Text(record.title)
        parent = Text(record.parent)
        type = record.type
        subtype = record.subtype
        estimatedCount = record.estimated_count
        start = record.start_time
        end = record.end_time
    }
}
