/// What is read of an S3's answers: texts between two marks. Keys are hexadecimal digits, and codes are letters: nothing is
/// escaped in them.
enum XMLText {
    /// The texts of all elements of a name, in their order.
    static func values(of name: String, in bytes: [UInt8]) -> [String] {
        let (start, end) = (Array("<\(name)>".utf8), Array("</\(name)>".utf8))
        var values: [String] = []
        var position = 0
        while let first = find(start, in: bytes, from: position) {
            guard let last = find(end, in: bytes, from: first + start.count) else { break }
            values.append(String(decoding: bytes[(first + start.count)..<last], as: UTF8.self))
            position = last + end.count
        }
        return values
    }

    private static func find(_ text: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
        guard bytes.count - start >= text.count else { return nil }
        return (start...bytes.count - text.count).first { bytes[$0..<$0 + text.count].elementsEqual(text) }
    }
}
