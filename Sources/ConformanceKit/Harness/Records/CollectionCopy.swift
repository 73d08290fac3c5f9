internal import BackendAPI

struct CollectionCopy: Equatable {
    let size: UInt32
    private(set) var flags: UInt32
    let identifier: Text
    let title: Text
    let parent: Text
    let type: UInt32
    let subtype: UInt32
    /// Nil: it is not said.
    private(set) var estimatedCount: UInt64?
    let start: picker_time?
    let end: picker_time?

    init(_ source: UnsafeRawPointer) {
        let record = readRecord(source, zero: picker_collection())
        size = record.struct_size
        flags = record.flags
        identifier = Text(record.local_identifier)
        title = Text(record.title)
        parent = Text(record.parent)
        type = record.type
        subtype = record.subtype
        estimatedCount = flags & PICKER_COLLECTION_HAS_COUNT == 0 ? nil : record.estimated_count
        let hasTimes = flags & PICKER_COLLECTION_HAS_TIMES != 0
        start = hasTimes ? record.start_time : nil
        end = hasTimes ? record.end_time : nil
    }

    /// The same without how many assets it has, which may become known, or known better, at any time (R9.21).
    var withoutCount: Self {
        var copy = self
        copy.flags &= ~PICKER_COLLECTION_HAS_COUNT
        copy.estimatedCount = nil
        return copy
    }
}
