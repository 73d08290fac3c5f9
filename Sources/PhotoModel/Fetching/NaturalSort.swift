/// The order in which people count: IMG_9 before IMG_10, upper and lower case alike.
package enum NaturalSort {
    /// Bytes whose order is that of the names. Names that differ only in the case of ASCII letters have the same key; all
    /// others have different keys.
    package static func key(_ name: [UInt8]) -> [UInt8] {
        var key: [UInt8] = []
        name.withUnsafeBufferPointer { append($0, $0.indices, to: &key) }
        return key
    }

    /// Appends the key of a part of a name.
    ///
    /// A run of digits becomes "0", the number of its digits without leading zeros, and those digits: longer numbers
    /// are larger. How many zeros were left out follows at the end, after a byte that no name has. Bytes outside of
    /// ASCII stand for themselves, so the order does not depend on a locale.
    package static func append(_ name: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, to key: inout [UInt8]) {
        var hasLeadingZeros = false
        var index = range.lowerBound
        while index < range.upperBound {
            guard name[index].isASCIIDigit else {
                key.append(name[index].asciiLowercased)
                index += 1
                continue
            }
            let number = number(name, at: index, before: range.upperBound)
            hasLeadingZeros = hasLeadingZeros || number.lowerBound > index
            key.append(UInt8(ascii: "0"))
            key.append(UInt8(truncatingIfNeeded: number.count))  // At most 255, the length of a name.
            for digit in number { key.append(name[digit]) }
            index = number.upperBound
        }
        if hasLeadingZeros { appendLeadingZeros(name, range, to: &key) }
    }

    private static func appendLeadingZeros(
        _ name: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, to key: inout [UInt8]
    ) {
        key.append(0)
        var index = range.lowerBound
        while index < range.upperBound {
            guard name[index].isASCIIDigit else {
                index += 1
                continue
            }
            let number = number(name, at: index, before: range.upperBound)
            key.append(UInt8(truncatingIfNeeded: number.lowerBound - index))
            index = number.upperBound
        }
    }

    /// The digits that begin at `start`, without leading zeros; of nothing but zeros, the last one.
    private static func number(
        _ name: UnsafeBufferPointer<UInt8>, at start: Int, before limit: Int
    ) -> Range<Int> {
        var end = start
        while end < limit, name[end].isASCIIDigit { end += 1 }
        var first = start
        while first < end - 1, name[first] == UInt8(ascii: "0") { first += 1 }
        return first..<end
    }
}
