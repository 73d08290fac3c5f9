internal import Platform

/// Which statements of a connection the server keeps parsed and planned, so that a question that is asked often is answered sooner: for the
/// first photos of a library, parsing and planning are a quarter of the server's work.
///
/// Only questions without values are kept: one plan suits all values of others only by chance.
struct PreparedStatements {
    /// What is to be done before a statement is sent.
    enum Step: Equatable {
        /// It is sent as it is.
        case plain
        /// It is prepared by this name first; the statement of the other name is given up.
        case prepare(name: String, old: String?)
        /// It is sent by this name.
        case prepared(name: String)
    }

    private struct Kept {
        let name: String
        let start: UInt64
    }

    /// The most that are kept, and the most texts that are counted.
    static let most = 32
    /// Nanoseconds. A plan suits the table as it was: one that was empty then may have a million rows now.
    static let mostAge: UInt64 = 60_000_000_000

    private var kept: [String: Kept] = [:]
    private var seen: Set<String> = []
    private var number = 0

    /// - Parameter now: of a monotonic clock, in nanoseconds.
    mutating func step(_ statement: SQL, now: UInt64) -> Step {
        guard statement.values.isEmpty, statement.text.hasPrefix("SELECT ") else { return .plain }
        let old = kept[statement.text]
        if let old, now &- old.start < Self.mostAge { return .prepared(name: old.name) }
        if old == nil {
            // What is asked once need not be kept.
            if seen.count >= 4 * Self.most { seen = [] }
            if seen.insert(statement.text).inserted || kept.count >= Self.most { return .plain }
        }
        // If it cannot be prepared now, as while a table is missing, there is no old one to give up the next time, which would fail.
        kept[statement.text] = nil
        number += 1
        let name = "picker_\(number)"
        return .prepare(name: name, old: old?.name)
    }

    /// Remembers that the server has prepared a statement by a name.
    mutating func keep(_ statement: SQL, as name: String, now: UInt64) {
        kept[statement.text] = Kept(name: name, start: now)
    }

    /// Whether a SQLSTATE says that the server has no such statement any more, or one whose columns have changed since, as after a migration
    /// (PostgreSQL's manual, appendix A: invalid_sql_statement_name, feature_not_supported).
    static func isGone(_ state: String) -> Bool { ["26000", "0A000"].contains(state) }
}
