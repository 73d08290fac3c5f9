/// A part of the Earth between two parallels and two meridians, edges included, in degrees of WGS 84.
public struct LocationBox: Hashable, Sendable {
    /// The southern edge: a latitude from −90 to 90.
    public let south: Double
    /// The western edge, where the box begins, going east: a longitude from −180 to 180.
    public let west: Double
    /// The northern edge: a latitude from −90 to 90.
    public let north: Double
    /// The eastern edge, where the box ends. If it is less than `west`, the box crosses the meridian of 180 degrees.
    public let east: Double

    /// Nil when an edge is not a number or is outside its range, or when `south` is greater than `north`.
    public init?(south: Double, west: Double, north: Double, east: Double) {
        guard (-90...90).contains(south), (-90...90).contains(north), south <= north else { return nil }
        guard (-180...180).contains(west), (-180...180).contains(east) else { return nil }
        (self.south, self.west, self.north, self.east) = (south, west, north, east)
    }

    /// Whether a location is inside the box or on its edge.
    public func contains(_ place: Location) -> Bool {
        guard south <= place.latitude, place.latitude <= north else { return false }
        return west <= east
            ? west <= place.longitude && place.longitude <= east
            : west <= place.longitude || place.longitude <= east
    }
}
