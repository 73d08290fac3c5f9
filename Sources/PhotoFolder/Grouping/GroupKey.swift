internal import PhotoModel

/// The key that files of one asset share: their stem in lower case, without the marks that distinguish several files of
/// a photo. It is made for each name in a folder of 100,000, so it avoids temporary arrays.
package enum GroupKey {
    /// Appends the key of a name. Keys are equal for the files of one asset, and sort in natural sort.
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

    /// The kind of sidecar that a name stands for; nil if it is not that of a sidecar.
    package static func sidecar(_ name: [UInt8]) -> Sidecar? { name.withUnsafeBufferPointer { sidecar($0) } }

    static func sidecar(_ name: UnsafeBufferPointer<UInt8>) -> Sidecar? {
        for (text, kind) in Sidecar.extensions where name.has(text, at: name.count - text.utf8CodeUnitCount) {
            return kind
        }
        return nil
    }

    /// Which of the files of one stem are sidecars. If all of them would be, those that are also videos are not.
    package static func sidecars(_ names: [[UInt8]]) -> [Sidecar?] {
        let kinds = names.map { sidecar($0) }
        guard kinds.allSatisfy({ $0 != nil }) else { return kinds }
        return kinds.map { $0 == .proxy ? nil : $0 }
    }

    /// The name, with its extension, of the file after which a sidecar is named: `IMG_1.JPG` for `IMG_1.JPG.xmp`. Nil
    /// if the sidecar belongs to any file with its stem.
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

    /// The end of the part of a name that the files of one asset share.
    static func stemLength(of name: [UInt8]) -> Int { name.withUnsafeBufferPointer { NameParts($0).stemEnd } }

    /// Whether its name is that of a sidecar.
    static func isSidecar(_ name: UnsafeBufferPointer<UInt8>) -> Bool { sidecar(name) != nil }
}
