/// A set of ratings, from 0 to 5 stars. An asset without a rating counts as rated 0.
public struct Ratings: OptionSet, Hashable, Sendable {
    /// The bits `1 << rating`, as in the backend ABI.
    public let rawValue: UInt32
    /// A set of these bits; those from 1 << 6 on stand for no rating.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Every rating.
    public static let all = Ratings(rawValue: 0x3F)

    /// The ratings of a range; those outside of 0…5 are left out.
    public init(_ range: ClosedRange<Int>) {
        rawValue = (0...5).filter { range.contains($0) }.reduce(0) { $0 | 1 << UInt32($1) }
    }

    /// Whether a rating is in the set; nil, for no rating, counts as 0.
    public func contains(rating: Int?) -> Bool {
        let rating = rating ?? 0
        return (0...5).contains(rating) && rawValue & 1 << UInt32(rating) != 0
    }
}
