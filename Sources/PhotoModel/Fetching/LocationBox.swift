/// A part of the Earth between two parallels and two meridians, edges included. In degrees of WGS 84.
public struct LocationBox: Hashable, Sendable {
    /// The least latitude, −90…90.
    public let south: Double
    /// The meridian where it begins, going east, −180…180.
    public let west: Double
    /// The largest latitude, −90…90.
    public let north: Double
    /// The meridian where it ends. Less than `west`: the box crosses the meridian of 180 degrees.
    public let east: Double

    /// Nil when an edge is not a number or outside of its range, and when south is north of north.
    public init?(south: Double, west: Double, north: Double, east: Double) {
        guard (-90...90).contains(south), (-90...90).contains(north), south <= north else { return nil }
        guard (-180...180).contains(west), (-180...180).contains(east) else { return nil }
        (self.south, self.west, self.north, self.east) = (south, west, north, east)
    }

    /// Whether a place is inside or on an edge.
    public func contains(_ place: Location) -> Bool {
        guard south <= place.latitude, place.latitude <= north else { return false }
        return west <= east
            ? west <= place.longitude && place.longitude <= east
            : west <= place.longitude || place.longitude <= east
    }
}
