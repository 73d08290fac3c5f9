/// What became of an image, told by the colours of its quarters.
enum QuarterHint {
    /// Which quarter of the right image is seen at each place (top left, top right, bottom left, bottom right) of one that
    /// is turned; and what people call that.
    private static let turns: [(order: [Int], text: String)] = [
        ([3, 2, 1, 0], "rotated by 180°"), ([2, 0, 3, 1], "rotated by 90° clockwise"),
        ([1, 3, 0, 2], "rotated by 90° counter-clockwise"), ([1, 0, 3, 2], "mirrored, left is right"),
        ([2, 3, 0, 1], "upside down, mirrored"), ([0, 2, 1, 3], "mirrored, rows are columns"),
        ([3, 1, 2, 0], "mirrored, rows are columns from the last on"),
    ]

    /// What the colours that came look like; nil: like nothing that is known.
    ///
    /// - Parameters:
    ///   - found: red, green, blue of each quarter, as in `TestPattern.uprightColors`.
    ///   - tolerance: the largest difference of a sample.
    static func text(_ found: [[Int]], expected: [[Int]], tolerance: Int) -> String? {
        guard found.count == 4, expected.count == 4, found.allSatisfy({ $0.count == 3 }) else { return nil }
        func isNear(_ left: [[Int]], _ right: [[Int]]) -> Bool {
            zip(left.joined(), right.joined()).allSatisfy { abs($0 - $1) <= tolerance }
        }
        if let turn = turns.first(where: { isNear(found, $0.order.map { expected[$0] }) }) { return turn.text }
        if isNear(found, expected.map { $0.reversed() }) { return "of other colours: red and blue are exchanged" }
        if let quarter = expected.firstIndex(where: { color in isNear(found, [color, color, color, color]) }) {
            return "of the \(["top left", "top right", "bottom left", "bottom right"][quarter]) quarter alone"
        }
        if Set(found).count == 1 { return found[0].allSatisfy { $0 == 0 } ? "black" : "all of one colour" }
        return nil
    }

    /// For a message: empty when nothing is known.
    static func clause(_ found: [[Int]], expected: [[Int]], tolerance: Int) -> String {
        text(found, expected: expected, tolerance: tolerance).map { "; it is \($0)" } ?? ""
    }
}
