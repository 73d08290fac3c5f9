/// The focal lengths and apertures of a lens, for lenses without a name.
struct LensNumbers {
    /// In millimetres, the shorter first.
    private let focalLengths: (Double, Double)
    /// The widest apertures at the shorter and the longer focal length, as the N of f/N; NaN if it is not known.
    private let apertures: (Double, Double)

    /// Nil if no focal length is known.
    ///
    /// - Parameter values: the shortest and the longest focal length, and the widest apertures at both. Unknown values
    ///   are NaN, infinite or 0.
    init?(_ values: [Double]) {
        guard values.count == 4, let focalLengths = Self.focalLengths(values[0], values[1]) else { return nil }
        self.focalLengths = focalLengths
        apertures = (Self.known(values[2], below: 1000), Self.known(values[3], below: 1000))
    }

    /// - Parameter focalLengths: the shortest and the longest.
    init?(focalLengths values: [Double]) { self.init(values + [.nan, .nan]) }

    private static func focalLengths(_ shortest: Double, _ longest: Double) -> (Double, Double)? {
        let (shortest, longest) = (known(shortest, below: 20_000), known(longest, below: 20_000))
        guard shortest > 0 || longest > 0 else { return nil }
        let ends = (shortest > 0 ? shortest : longest, longest > 0 ? longest : shortest)
        return ends.0 <= ends.1 ? ends : nil
    }

    private static func known(_ value: Double, below limit: Double) -> Double {
        value.isFinite && value > 0 && value < limit ? value : .nan
    }

    /// "18-55mm f/3.5-5.6"
    var text: String {
        let lengths = Self.range(focalLengths.0, focalLengths.1) + "mm"
        guard apertures.0 > 0 else { return lengths }
        return lengths + " f/" + Self.range(apertures.0, apertures.1 > 0 ? apertures.1 : apertures.0)
    }

    private static func range(_ first: Double, _ last: Double) -> String {
        let (first, last) = (rounded(first), rounded(last))
        return first == last ? first : "\(first)-\(last)"
    }

    /// The value with one decimal, unless that is 0.
    private static func rounded(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }
}
