internal import BackendAPI
internal import PhotoModel

/// A sort key and the capability that promises it.
struct SortBit {
    let name: String
    /// `PICKER_SORT_*`
    let value: UInt32
    let bit: BackendCapabilities

    static let all = [
        SortBit(name: "creation time", value: PICKER_SORT_CREATION_TIME, bit: .sortCreationTime),
        SortBit(name: "modification time", value: PICKER_SORT_MODIFICATION_TIME, bit: .sortModificationTime),
        SortBit(name: "file name", value: PICKER_SORT_FILENAME, bit: .sortFilename),
        SortBit(name: "byte size", value: PICKER_SORT_BYTE_SIZE, bit: .sortByteSize),
    ]

    /// The keys that this promises.
    static func served(by capabilities: BackendCapabilities) -> [UInt32] {
        all.filter { capabilities.contains($0.bit) }.map(\.value)
    }

    /// What promises a key, in whichever direction; nothing for one that does not exist.
    static func of(_ key: UInt32) -> BackendCapabilities {
        all.first { $0.value == key & ~PICKER_SORT_DESCENDING }?.bit ?? []
    }
}
