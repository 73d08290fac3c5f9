internal import PhotoModel

/// Parses the name of a JSON file of Google Takeout, which says to which photo it belongs. For `X.jpg` the name is
/// `X.jpg.json`, `X.json` or `X.jpg.supplemental-metadata.json`; for `X(1).jpg` it is `X.jpg(1).json`, or the last of
/// these with `(1)` before `.json`. Takeout cuts off what is longer than 46 characters before `.json`.
struct TakeoutName {
    private static let suffixLength = 5
    private static let longest = 46
    /// Names with fewer bytes were not cut off.
    static let shortestShortened = longest + suffixLength
    private static let addition: StaticString = "supplemental-metadata"

    /// The end of the stem of the photo's name.
    let stemEnd: Int
    /// The number that the photo has after its stem; empty if there is none.
    let number: Range<Int>
    /// The end of the photo's name with its extension but without that number; nil if the extension is left out.
    let extensionEnd: Int?

    /// Nil for other files.
    init?(_ name: UnsafeBufferPointer<UInt8>, _ sidecar: Sidecar?) {
        guard sidecar == .takeout else { return nil }
        let end = name.count - Self.suffixLength
        let number = name.number(before: end)
        extensionEnd = Self.extensionEnd(name, before: number?.lowerBound ?? end)
        stemEnd = extensionEnd.map { name.extensionStart(before: $0) } ?? end
        self.number = extensionEnd == nil ? 0..<0 : number ?? 0..<0
    }

    /// The end of the extension of a photo or video, before `end` or before what Takeout adds, which may be cut off.
    private static func extensionEnd(_ name: UnsafeBufferPointer<UInt8>, before end: Int) -> Int? {
        let dot = name.extensionStart(before: end)
        if isMediaExtension(name, dot..<end) { return end }
        let word = dot + 1
        guard word <= end, end - word <= addition.utf8CodeUnitCount,
            (word..<end).allSatisfy({ name[$0].asciiLowercased == addition.utf8Start[$0 - word] }),
            isMediaExtension(name, name.extensionStart(before: dot)..<dot)
        else { return nil }
        return dot
    }

    private static func isMediaExtension(_ name: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Bool {
        guard range.count > 1 else { return false }
        let found = FileName(name[range])
        return found.promisesMedia || moreExtensions.contains(found.fileExtension)
    }

    /// Extensions of further files that Google Photos accepts, besides those that promise a photo or a video here.
    private static let moreExtensions: Set<String> = ["mp", "svg", "ico", "rwl"]

    /// If Takeout cut the name off before the extension: the beginning of the photo's whole name, and the number after
    /// its stem; otherwise nil.
    static func shortened(_ name: [UInt8]) -> (start: ArraySlice<UInt8>, number: ArraySlice<UInt8>)? {
        name.withUnsafeBufferPointer { buffer in
            guard name.count >= shortestShortened, let found = TakeoutName(buffer, GroupKey.sidecar(buffer)),
                found.extensionEnd == nil
            else { return nil }
            let number = buffer.number(before: found.stemEnd) ?? found.stemEnd..<found.stemEnd
            let start = name[..<number.lowerBound]
            return isCutOff(start) ? (start, name[number]) : nil
        }
    }

    /// The number that a photo has after its stem: `(1)` for `X(1).jpg`; empty if there is none.
    static func number(of name: [UInt8]) -> ArraySlice<UInt8> {
        name.withUnsafeBufferPointer { buffer in
            buffer.number(before: buffer.extensionStart(before: buffer.count)).map { name[$0] } ?? []
        }
    }

    /// Whether the name of a photo, with its extension, is as long as Takeout allows, so that something may have been
    /// cut off before the extension.
    static func isLongest(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        name.count >= shortestShortened && has(name, count: shortestShortened)
    }

    private static func isCutOff(_ text: ArraySlice<UInt8>) -> Bool { has(text, count: longest) }

    /// Whether it has this many bytes, or characters of UTF-16 or of UTF-32: it is not known which of them Takeout
    /// counts.
    private static func has(_ text: some Collection<UInt8>, count: Int) -> Bool {
        let characters = text.count { $0 & 0xC0 != 0x80 }
        let pairs = text.count { $0 >= 0xF0 }
        return [text.count, characters, characters + pairs].contains(count)
    }
}
