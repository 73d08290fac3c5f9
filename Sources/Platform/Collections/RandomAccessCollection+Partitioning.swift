extension RandomAccessCollection where Index == Int {
    /// The first position whose element belongs to the second part; `endIndex` when none does. Looks at as many elements as the number of
    /// all has binary digits.
    ///
    /// - Parameter isInSecondPart: false for all elements up to that position, and true from there on.
    @inlinable
    package func partitioningIndex<Failure: Error>(
        where isInSecondPart: (Element) throws(Failure) -> Bool
    ) throws(Failure) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = low + (high - low) / 2
            if try isInSecondPart(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
