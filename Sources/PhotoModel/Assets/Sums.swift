extension FixedWidthInteger {
    /// The sum, or the largest number where it would be larger: sizes and counts that a plugin reports can be anything.
    /// Both numbers are positive.
    package func addingSaturating(_ other: Self) -> Self {
        let (sum, isOverflow) = addingReportingOverflow(other)
        return isOverflow ? .max : sum
    }
}
