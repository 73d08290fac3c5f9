extension ProcessRestriction {
    /// What a process may use; nil: what it may use already.
    package struct Resources: Sendable {
        /// Bytes of addresses, which all memory has.
        package var addressBytes: Int64?
        /// Bytes of memory that is its own: not mapped from files, not shared.
        package var dataBytes: Int64?
        /// Bytes of each file that is written.
        package var fileBytes: Int64?
        /// Descriptors that are open at once.
        package var descriptors: Int64?

        package init(
            addressBytes: Int64? = nil, dataBytes: Int64? = nil, fileBytes: Int64? = nil, descriptors: Int64? = nil
        ) {
            (self.addressBytes, self.dataBytes) = (addressBytes, dataBytes)
            (self.fileBytes, self.descriptors) = (fileBytes, descriptors)
        }
    }

    /// From now on this process uses no more than that, and what it is limited to already. Addresses and data stay
    /// unlimited where it has more addresses already: sanitizers take terabytes of them.
    package static func limit(_ resources: Resources) throws(SystemError) {
        try lower(.fileBytes, to: resources.fileBytes)
        try lower(.descriptors, to: resources.descriptors)
        for (resource, bytes) in [
            (LimitedResource.addressBytes, resources.addressBytes), (.dataBytes, resources.dataBytes),
        ] {
            if let used = ProcessMemory.addressBytes, let bytes, used < bytes { try lower(resource, to: bytes) }
        }
    }

    private static func lower(_ resource: LimitedResource, to value: Int64?) throws(SystemError) {
        guard let value else { return }
        var limit = try resource.limit
        limit.highest = min(limit.highest, UInt64(max(0, value)))
        limit.current = min(limit.current, limit.highest)
        try resource.setLimit(limit)
    }
}
