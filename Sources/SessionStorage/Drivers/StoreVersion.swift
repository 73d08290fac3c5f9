/// Tells whether a store was changed, by this process, another host or a command.
protocol StoreVersion: Sendable {
    /// Equal to an earlier value if nothing was committed in between; nil if that cannot be determined at the moment.
    var current: StoreVersionValue? { get async }
}

enum StoreVersionValue: Equatable, Sendable {
    case header(WALHeader, opening: Int)
    /// - Parameter opening: 0 if the store is not in a file.
    case counter(Int, opening: Int)
}
