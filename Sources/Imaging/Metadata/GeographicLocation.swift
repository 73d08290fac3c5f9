/// Where a picture was taken, in the WGS 84 datum.
public struct GeographicLocation: Hashable, Sendable {
    /// Degrees north, -90…90.
    public var latitude: Double
    /// Degrees east, -180…180.
    public var longitude: Double
    /// Metres above the sea.
    public var altitude: Double?
    /// The receiver's time, in UTC.
    public var timestamp: WallClockTime?

    public init(latitude: Double, longitude: Double, altitude: Double? = nil, timestamp: WallClockTime? = nil) {
        self.latitude = latitude
        self.longitude = longitude
        self.altitude = altitude
        self.timestamp = timestamp
    }
}
