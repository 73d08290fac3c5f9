/// A date and time as a clock on a wall shows it, with the distance of its zone where that is known.
public struct WallClockTime: Hashable, Sendable {
    public var year: Int
    /// 1…12.
    public var month: Int
    /// 1…31.
    public var day: Int
    /// 0…23.
    public var hour: Int
    /// 0…59.
    public var minute: Int
    /// 0…60, with leap seconds.
    public var second: Int
    /// 0…999.
    public var millisecond: Int
    /// Minutes east of UTC, -840…840; nil when nobody said.
    public var utcOffsetMinutes: Int?

    public init(
        year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int, millisecond: Int = 0,
        utcOffsetMinutes: Int? = nil
    ) {
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
        self.millisecond = millisecond
        self.utcOffsetMinutes = utcOffsetMinutes
    }
}
