/// Says in what two copies of records differ.
enum RecordDifference {
    /// The first field that differs, with both values: `modification is 5, and 6`.
    static func text<Copy>(_ left: Copy, _ right: Copy) -> String {
        for (one, other) in zip(Mirror(reflecting: left).children, Mirror(reflecting: right).children) {
            let (before, after) = ("\(one.value)", "\(other.value)")
            if before != after { return "\(one.label ?? "a field") is \(before.prefix(200)), and \(after.prefix(200))" }
        }
        return "it is another"
    }
}
