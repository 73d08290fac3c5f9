internal import Platform

/// All descriptors that this process may have, taken.
struct Descriptors {
    private let taken: [Int32]
    private let limit: LimitedResource.Limit?

    /// Lowers the limit, and opens until nothing opens any more.
    static func takeAll() -> Descriptors {
        let limit = try? LimitedResource.descriptors.limit
        if let limit { try? LimitedResource.descriptors.setCurrentLimit(min(limit.current, 256)) }
        var taken: [Int32] = []
        while let descriptor = try? OwnedDescriptor.open("/dev/null") { taken.append(descriptor.take()) }
        return Descriptors(taken: taken, limit: limit)
    }

    func giveBack() {
        for number in taken { _ = OwnedDescriptor(number) }
        if let limit { try? LimitedResource.descriptors.setLimit(limit) }
    }
}
