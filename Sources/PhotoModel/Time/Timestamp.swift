/// A moment in time, as milliseconds since 1970-01-01T00:00:00 UTC.
public struct Timestamp: Hashable, Comparable, Sendable {
    /// The milliseconds since 1970-01-01T00:00:00 UTC; negative before that.
    public var milliseconds: Int64

    /// - Parameter milliseconds: those since 1970-01-01T00:00:00 UTC.
    public init(milliseconds: Int64) { self.milliseconds = milliseconds }

    /// Whether the left moment is before the right one.
    public static func < (left: Timestamp, right: Timestamp) -> Bool { left.milliseconds < right.milliseconds }
}

extension Timestamp {
    /// ISO 8601 with seconds (and milliseconds when there are any): `2024-05-01T12:00:00+02:00`.
    ///
    /// - Parameter offsetMinutes: minutes east of UTC of the clock to show; nil shows UTC with `Z`.
    public func iso8601(offsetMinutes: Int? = nil) -> String {
        let local = CivilTime(timestamp: self, offsetMinutes: offsetMinutes ?? 0)
        let fraction = local.millisecond == 0 ? "" : "." + local.millisecond.padded(3)
        return "\(local.dateText)T\(local.timeText)\(fraction)\(Self.zone(offsetMinutes))"
    }

    private static func zone(_ offsetMinutes: Int?) -> String {
        guard let minutes = offsetMinutes else { return "Z" }
        let magnitude = minutes.magnitude
        return "\(minutes < 0 ? "-" : "+")\(Int(magnitude / 60).padded(2)):\(Int(magnitude % 60).padded(2))"
    }
}
