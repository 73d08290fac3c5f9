/// The order in which people count: IMG_9 before IMG_10, capitals and small letters alike.
enum NaturalOrder {
    /// Bytes that compare, one by one, as the names do. Names that differ only in the case of ASCII letters have one
    /// key, all others have keys of their own.
    ///
    /// A run of digits becomes "0", the number of its digits without leading zeros, and those digits: longer numbers
    /// are larger. How many zeros were left out follows at the end, behind a byte that no name has. Bytes outside of
    /// ASCII stand for themselves, so the order does not depend on a locale.
    static func key(_ name: some Collection<UInt8>) -> [UInt8] {
        var key: [UInt8] = []
        key.reserveCapacity(name.count + 8)
        var leadingZeros: [UInt8] = []
        var index = name.startIndex
        while index != name.endIndex {
            guard name[index].isASCIIDigit else {
                key.append(name[index].asciiLowercased)
                name.formIndex(after: &index)
                continue
            }
            let run = name[index...].prefix { $0.isASCIIDigit }
            let number = run.dropFirst(min(run.prefix { $0 == UInt8(ascii: "0") }.count, run.count - 1))
            key.append(UInt8(ascii: "0"))
            key.append(UInt8(truncatingIfNeeded: number.count))  // At most 255, the length of a name.
            key += number
            leadingZeros.append(UInt8(truncatingIfNeeded: run.count - number.count))
            index = run.endIndex
        }
        if leadingZeros.contains(where: { $0 > 0 }) {
            key.append(0)
            key += leadingZeros
        }
        return key
    }
}

extension UInt8 {
    var isASCIIDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    var asciiLowercased: UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
    }
}
