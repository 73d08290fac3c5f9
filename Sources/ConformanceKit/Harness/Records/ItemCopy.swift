internal import BackendAPI

/// One image of a HEIF file as it came.
struct ItemCopy {
    let kind: UInt32
    let number: UInt32
    let width: Int
    let height: Int

    init(_ source: UnsafeRawPointer) {
        let record = readRecord(source, zero: picker_heif_item())
        (kind, number) = (record.kind, record.item_id)
        (width, height) = (Int(record.pixel_width), Int(record.pixel_height))
    }
}
