extension ProcessRestriction {
    /// The most that a process may use of each resource; nil leaves the limit as it is.
    package struct Resources: Sendable {
        /// Bytes of address space, which all mapped memory counts towards.
        package var addressBytes: Int64?
        /// Bytes of private memory: not mapped from files and not shared.
        package var dataBytes: Int64?
        /// The most bytes that a file may grow to by writing.
        package var fileBytes: Int64?
        /// The number of descriptors that may be open at once.
        package var descriptors: Int64?

        package init(
            addressBytes: Int64? = nil, dataBytes: Int64? = nil, fileBytes: Int64? = nil, descriptors: Int64? = nil
        ) {
            (self.addressBytes, self.dataBytes) = (addressBytes, dataBytes)
            (self.fileBytes, self.descriptors) = (fileBytes, descriptors)
        }
    }

    /// Lowers the limits of this process; limits that are already lower stay. The limits of address space and data are
    /// not set if the process already uses more address space than they allow, because sanitizers reserve terabytes of
    /// it.
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
