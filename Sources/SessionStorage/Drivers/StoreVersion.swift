/// Says whether a store is as it was, or was changed: by this process, another host or a command.
protocol StoreVersion: Sendable {
    /// Equal to an earlier one if nothing was committed between the two; nil when that cannot be found out now.
    var current: StoreVersionValue? { get async }
}

enum StoreVersionValue: Equatable, Sendable {
    case header(WALHeader, opening: Int)
    /// - Parameter opening: 0 where it is not of a file.
    case counter(Int, opening: Int)
}
