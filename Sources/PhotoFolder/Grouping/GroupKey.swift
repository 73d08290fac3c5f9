internal import PhotoModel

/// What files of one asset have in common: their stem, in small letters, without what marks one of several files of a
/// photo. Made for each name of a folder of 100,000, hence without an array on the way.
package enum GroupKey {
    /// Appends the key of a name: equal for the files of one asset, and in natural sort.
    static func append(of name: UnsafeBufferPointer<UInt8>, to keys: inout [UInt8]) {
        let end = stemEnd(name)
        guard isNamedAsEdited(name, stemEnd: end) else {
            return NaturalSort.append(name, 0..<end, to: &keys)
        }
        // Without the "E" of "IMG_E1234". A run of digits begins after it, so the two halves can be taken apart.
        NaturalSort.append(name, 0..<4, to: &keys)
        NaturalSort.append(name, 5..<end, to: &keys)
    }

    package static func of(_ name: [UInt8]) -> [UInt8] {
        var key: [UInt8] = []
        name.withUnsafeBufferPointer { append(of: $0, to: &key) }
        return key
    }

    /// Whether it is named like the edited version of another file: `IMG_E1234` of `IMG_1234`.
    static func isNamedAsEdited(_ name: [UInt8]) -> Bool {
        name.withUnsafeBufferPointer { isNamedAsEdited($0, stemEnd: stemEnd($0)) }
    }

    /// What kind of sidecar a name is the name of.
    package static func sidecar(_ name: [UInt8]) -> Sidecar? {
        name.withUnsafeBufferPointer { name in
            [Sidecar.adjustments, .metadata, .thumbnail].first { has($0.suffix, in: name, at: name.count - 4) }
        }
    }

    /// Where the part of a name ends that the files of one asset have in common.
    static func stemLength(of name: [UInt8]) -> Int { name.withUnsafeBufferPointer { stemEnd($0) } }

    /// What iPhones write beside an edited photo and what RAW developers and old cameras keep beside a file.
    static func isSidecar(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        let start = name.count - 4
        return has(".aae", in: name, at: start) || has(".xmp", in: name, at: start) || has(".thm", in: name, at: start)
    }

    private static func isNamedAsEdited(_ name: UnsafeBufferPointer<UInt8>, stemEnd: Int) -> Bool {
        stemEnd > 5 && has("img_e", in: name, at: 0) && name[5].isASCIIDigit
    }

    /// Where the extension begins, or Pixel's `.RAW-01.COVER`, `.RAW-01.MP.COVER` or `.RAW-02.ORIGINAL` before it.
    private static func stemEnd(_ name: UnsafeBufferPointer<UInt8>) -> Int {
        var end = extensionStart(name, before: name.count)
        if isSidecar(name) {
            // `IMG_1.JPG.xmp` belongs to `IMG_1.JPG`, `IMG_1.xmp` to whatever is called `IMG_1`.
            let inner = extensionStart(name, before: end)
            if FileName.promisesMedia(UnsafeBufferPointer(rebasing: name[inner..<end])) { end = inner }
        }
        var mark = end
        if has(".cover", in: name, at: end - 6) {
            mark = end - 6
        } else if has(".original", in: name, at: end - 9) {
            mark = end - 9
        } else {
            return end
        }
        if has(".mp", in: name, at: mark - 3) { mark -= 3 }
        let isMark =
            has(".raw-", in: name, at: mark - 7) && name[mark - 2].isASCIIDigit && name[mark - 1].isASCIIDigit
        return isMark && mark > 7 ? mark - 7 : end
    }

    /// Where the last dot before `end` is; `end` when there is none.
    private static func extensionStart(_ name: UnsafeBufferPointer<UInt8>, before end: Int) -> Int {
        for index in stride(from: end - 1, through: 0, by: -1) where name[index] == UInt8(ascii: ".") { return index }
        return end
    }

    /// Whether the name has these small letters at an offset, in whatever case.
    private static func has(_ text: StaticString, in name: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
        guard offset >= 0, offset + text.utf8CodeUnitCount <= name.count else { return false }
        for index in 0..<text.utf8CodeUnitCount
        where name[offset + index].asciiLowercased != text.utf8Start[index] {
            return false
        }
        return true
    }
}
