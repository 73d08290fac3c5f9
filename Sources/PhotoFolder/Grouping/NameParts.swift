internal import PhotoModel

/// The parts of a file's name that say to which photo it belongs, and in which role.
///
/// They are found for each name in a folder of 100,000, so temporary arrays are avoided.
struct NameParts {
    /// The parts of the stem without the marks that distinguish several files of a photo: `IMG_` and `1234` of
    /// `IMG_E1234.JPG`. Some are empty. No run of digits extends from one to the next.
    private(set) var pieces: (Range<Int>, Range<Int>, Range<Int>)
    /// Where the extension begins, including the mark of a Pixel phone before it.
    private(set) var stemEnd: Int
    /// Whether it is named like the edited version of another file: `IMG_E1234.JPG`, `IMG_1234-edited.jpg`.
    private(set) var isEdited = false
    /// Whether it is named like the second image of a moment that another file shows: `PXL_1.PORTRAIT-02.ORIGINAL.jpg`.
    private(set) var isOriginal = false

    private let name: UnsafeBufferPointer<UInt8>
    /// The end of the stem without the number of a duplicate name, which is the last piece.
    private let bodyEnd: Int

    /// - Parameter name: must stay valid as long as this is used.
    init(_ name: UnsafeBufferPointer<UInt8>) {
        self.name = name
        let sidecar = GroupKey.sidecar(name)
        let whole = TakeoutName(name, sidecar)
        stemEnd = whole?.stemEnd ?? Self.stemEnd(name, isSidecar: sidecar != nil)
        let given = whole?.number ?? 0..<0
        let own = given.isEmpty ? name.number(before: stemEnd) : nil
        bodyEnd = own?.lowerBound ?? stemEnd
        pieces = (0..<0, 0..<bodyEnd, own ?? given)
        if !leaveOutIPhoneMark(sidecar), !leaveOutPortraitNumbers(), !leaveOutGoProLetter() { leaveOutMarks() }
    }

    /// `IMG_1.JPG.xmp` belongs to `IMG_1.JPG`, `IMG_1.xmp` to whatever is called `IMG_1`.
    private static func stemEnd(_ name: UnsafeBufferPointer<UInt8>, isSidecar: Bool) -> Int {
        let end = name.extensionStart(before: name.count)
        guard isSidecar else { return end }
        let inner = name.extensionStart(before: end)
        return FileName.promisesMedia(UnsafeBufferPointer(rebasing: name[inner..<end])) ? inner : end
    }

    /// Leaves out what Takeout and Pixel phones put after the stem, before the number of a duplicate name.
    private mutating func leaveOutMarks() {
        let unedited = editedMarkStart(before: bodyEnd)
        isEdited = unedited < bodyEnd
        let start = codecMarkStart(before: pixelMarkStart(before: unedited))
        pieces.1 = 0..<start
        if !isEdited, bodyEnd == stemEnd { stemEnd = start }
    }

    /// The beginning of `.RAW-01.COVER`, `.RAW-01.MP.COVER`, `.PORTRAIT-02.ORIGINAL` or a similar mark, or of the `.MP`
    /// of a motion photo, before `end`; `end` if there is none.
    private mutating func pixelMarkStart(before end: Int) -> Int {
        let isCover = name.has(".cover", at: end - 6)
        let isOriginal = name.has(".original", at: end - 9)
        var mark = isCover ? end - 6 : isOriginal ? end - 9 : end
        if mark > 3, name.has(".mp", at: mark - 3) { mark -= 3 }
        guard isCover || isOriginal else { return mark }
        guard let start = numberedMarkStart(before: mark) else { return end }
        self.isOriginal = isOriginal
        return start
    }

    /// The beginning of `_HEVC` in the name of a QuickTime video, or of its sidecar, before `end`; `end` if it is not there. If a
    /// number follows the name in that of Takeout's JSON, it is between the mark and the extension of the video.
    private func codecMarkStart(before end: Int) -> Int {
        end > 5 && pieces.2.isEmpty && name.has("_hevc.mov", at: end - 5) ? end - 5 : end
    }

    /// The beginning of a dot, letters, a hyphen and two digits that end at `end`.
    private func numberedMarkStart(before end: Int) -> Int? {
        guard end > 5, name[end - 1].isASCIIDigit, name[end - 2].isASCIIDigit, name[end - 3] == UInt8(ascii: "-")
        else { return nil }
        let start = name.extensionStart(before: end - 3)
        let letters = name[min(start + 1, end - 3)..<(end - 3)]
        let areLetters = letters.allSatisfy { $0 == UInt8(ascii: "_") || $0.isASCIILetter }
        return start > 0 && start < end - 4 && areLetters ? start : nil
    }

    /// `IMG_E1234` is edited; `IMG_O1234.AAE` describes earlier edits.
    private mutating func leaveOutIPhoneMark(_ sidecar: Sidecar?) -> Bool {
        guard bodyEnd > 5, name.has("img_", at: 0), name[5].isASCIIDigit else { return false }
        isEdited = name.has("e", at: 4)
        guard isEdited || (sidecar == .adjustments && name.has("o", at: 4)) else { return false }
        (pieces.0, pieces.1) = (0..<4, 5..<bodyEnd)
        return true
    }

    /// Earlier versions of Google's camera numbered the two images of a portrait:
    /// `00100dPORTRAIT_00100_BURST20190101120000000_COVER.jpg` and `00000PORTRAIT_00000_BURST20190101120000000.jpg`.
    private mutating func leaveOutPortraitNumbers() -> Bool {
        guard bodyEnd > 26, name[..<5].allSatisfy(\.isASCIIDigit) else { return false }
        let word = name.has("portrait_", at: 5) ? 5 : 6
        let burst = word + 15
        guard name.has("portrait_", at: word), name[(word + 9)..<(word + 14)].allSatisfy(\.isASCIIDigit),
            name.has("_burst", at: burst - 1)
        else { return false }
        let end = name.has("_cover", at: bodyEnd - 6) ? bodyEnd - 6 : bodyEnd
        guard burst + 5 < end, name[(burst + 5)..<end].allSatisfy(\.isASCIIDigit) else { return false }
        isOriginal = end == bodyEnd
        (pieces.0, pieces.1) = (word..<(word + 9), burst..<end)
        return true
    }

    /// GoPro calls a video `GX010001.MP4` or `GH010001.MP4`, and its small copy `GL010001.LRV`.
    private mutating func leaveOutGoProLetter() -> Bool {
        guard bodyEnd == 8, name.has("gx", at: 0) || name.has("gh", at: 0) || name.has("gl", at: 0),
            name[2..<8].allSatisfy(\.isASCIIDigit)
        else { return false }
        (pieces.0, pieces.1) = (0..<1, 2..<8)
        return true
    }

    /// The beginning of the word that Takeout puts after the stem of an edited file; `end` if it is not there.
    private func editedMarkStart(before end: Int) -> Int {
        for word in Self.editedWords {
            let start = end - word.utf8CodeUnitCount
            if start > 0, name.has(word, at: start) { return start }
        }
        return end == stemEnd && TakeoutName.isLongest(name) ? cutEditedMarkStart(before: end) : end
    }

    /// The same if Takeout cut the name off within the word: `-edi.jpg`. A hyphen alone is not enough.
    private func cutEditedMarkStart(before end: Int) -> Int {
        for word in Self.editedWords {
            let bytes = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
            for length in stride(from: bytes.count - 1, to: 1, by: -1) {
                let start = end - length
                let isThere = start > 0 && (0..<length).allSatisfy { name[start + $0].asciiLowercased == bytes[$0] }
                if isThere { return start }
            }
        }
        return end
    }

    /// In the languages of Takeout; the French word also in the form in which macOS stores it.
    private static let editedWords: [StaticString] = [
        "-edited", "-bearbeitet", "-modifié", "-modifie\u{301}", "-ha editado", "-editado", "-editat", "-modificato",
        "-bewerkt", "-edytowane", "-編集済み",
    ]
}

extension UnsafeBufferPointer<UInt8> {
    /// The position of the last dot before `end`; `end` if there is none.
    func extensionStart(before end: Int) -> Int {
        for index in stride(from: end - 1, through: 0, by: -1) where self[index] == UInt8(ascii: ".") { return index }
        return end
    }

    /// Whether the name has this text at an offset, ignoring case. The text's ASCII letters must be in lower case.
    func has(_ text: StaticString, at offset: Int) -> Bool {
        guard offset >= 0, offset + text.utf8CodeUnitCount <= count else { return false }
        for index in 0..<text.utf8CodeUnitCount
        where self[offset + index].asciiLowercased != text.utf8Start[index] {
            return false
        }
        return true
    }

    /// Whether it is named like the video of a Live Photo that icloudpd fetched from iCloud: `IMG_1_HEVC.MOV`.
    var isNamedByCodec: Bool { has("_hevc.mov", at: count - 9) }

    /// The range of digits in parentheses that end at `end`: `(1)`.
    func number(before end: Int) -> Range<Int>? {
        guard end > 3, self[end - 1] == UInt8(ascii: ")") else { return nil }
        var start = end - 2
        while start > 0, self[start].isASCIIDigit { start -= 1 }
        return start > 0 && start < end - 2 && self[start] == UInt8(ascii: "(") ? start..<end : nil
    }
}

extension UInt8 {
    fileprivate var isASCIILetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
}
