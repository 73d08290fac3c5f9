internal import PhotoModel

/// What files of one asset have in common: their stem, in small letters, without what marks one of several files of a
/// photo. Made for each name of a folder of 100,000, hence without an array on the way.
package enum GroupKey {
    /// Appends the key of a name: equal for the files of one asset, and in natural sort.
    static func append(of name: UnsafeBufferPointer<UInt8>, to keys: inout [UInt8]) {
        let pieces = NameParts(name).pieces
        NaturalSort.append(name, pieces.0, to: &keys)
        NaturalSort.append(name, pieces.1, to: &keys)
        NaturalSort.append(name, pieces.2, to: &keys)
    }

    package static func of(_ name: [UInt8]) -> [UInt8] {
        var key: [UInt8] = []
        name.withUnsafeBufferPointer { append(of: $0, to: &key) }
        return key
    }

    /// What kind of sidecar a name is the name of.
    package static func sidecar(_ name: [UInt8]) -> Sidecar? { name.withUnsafeBufferPointer { sidecar($0) } }

    static func sidecar(_ name: UnsafeBufferPointer<UInt8>) -> Sidecar? {
        for (text, kind) in Sidecar.extensions where name.has(text, at: name.count - text.utf8CodeUnitCount) {
            return kind
        }
        return nil
    }

    /// Which of the files of one stem are sidecars. Where all of them would be, those that are videos too are none.
    package static func sidecars(_ names: [[UInt8]]) -> [Sidecar?] {
        let kinds = names.map { sidecar($0) }
        guard kinds.allSatisfy({ $0 != nil }) else { return kinds }
        return kinds.map { $0 == .proxy ? nil : $0 }
    }

    /// The name of the file that a sidecar is named after, with its extension: `IMG_1.JPG` of `IMG_1.JPG.xmp`. Nil when it
    /// belongs to whatever has its stem.
    static func target(ofSidecar name: [UInt8]) -> [UInt8]? {
        name.withUnsafeBufferPointer { buffer in
            let kind = sidecar(buffer)
            if let takeout = TakeoutName(buffer, kind) {
                return takeout.extensionEnd.map { end in
                    Array(name[..<takeout.stemEnd]) + name[takeout.number] + name[takeout.stemEnd..<end]
                }
            }
            let end = buffer.extensionStart(before: buffer.count)
            let inner = buffer.extensionStart(before: end)
            guard kind != nil, FileName.promisesMedia(UnsafeBufferPointer(rebasing: buffer[inner..<end])) else {
                return nil
            }
            return Array(name[..<end])
        }
    }

    /// Where the part of a name ends that the files of one asset have in common.
    static func stemLength(of name: [UInt8]) -> Int { name.withUnsafeBufferPointer { NameParts($0).stemEnd } }

    /// Whether it is named like a file that says something of another one.
    static func isSidecar(_ name: UnsafeBufferPointer<UInt8>) -> Bool { sidecar(name) != nil }
}
