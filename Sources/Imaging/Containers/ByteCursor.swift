/// Reads big-endian fields one after the other, as in the boxes of ISO base media files and in the sections of PSDs. Its errors name
/// no format, because files of several are read with it.
struct ByteCursor {
    let view: ByteView
    private(set) var offset = 0

    init(_ view: ByteView) { self.view = view }

    var isAtEnd: Bool { offset >= view.count }

    /// The bytes that were not read yet.
    var rest: ByteView { view.slice(at: offset, length: view.count - offset) ?? ByteView([]) }

    /// An unsigned number of 0…8 bytes; with no bytes it is zero.
    ///
    /// - Throws: `corrupt` at the end of the bytes, and for numbers larger than any file needs.
    mutating func integer(_ byteCount: Int) throws(ImagingError) -> Int {
        var value: UInt64 = 0
        for _ in 0..<byteCount {
            guard let byte = view.byte(at: offset) else { throw Self.tooShort }
            value = value << 8 | UInt64(byte)
            offset += 1
        }
        guard let number = Int(exactly: value) else { throw .corrupt("a number in the file is \(value)") }
        return number
    }

    /// A number of four bytes with a sign.
    mutating func signedInteger() throws(ImagingError) -> Int {
        Int(Int32(truncatingIfNeeded: try integer(4)))
    }

    mutating func fourCharacters() throws(ImagingError) -> String {
        guard let text = view.fourCharacters(at: offset) else { throw Self.tooShort }
        offset += 4
        return text
    }

    /// Text up to a NUL, which may be missing at the end of the bytes.
    mutating func text() -> String {
        let bytes = rest.bytes.prefix { $0 != 0 }
        offset += bytes.count + 1
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Version and flags of a full box.
    mutating func versionAndFlags() throws(ImagingError) -> (version: Int, flags: Int) {
        (try integer(1), try integer(3))
    }

    private static var tooShort: ImagingError { .corrupt("a part of the file ends before what must be in it") }
}
