internal import Platform

/// What the kit gives to a plugin and never frees: what a plugin does with it too late must hit memory that is still
/// there. It is held where a leak detector looks, and counted, so that it is not taken for the plugin's.
enum LeakedMemory {
    private struct Memory {
        var addresses: [UInt] = []
        var bytes = 0
    }

    private static let memory = Mutex(Memory())

    /// How much there is, with what the allocator adds.
    static var bytes: Int { memory.withLock { $0.bytes + $0.addresses.capacity * MemoryLayout<UInt>.size } }

    static func leak(_ address: UnsafeMutableRawPointer) {
        let size = allocationSize(of: address) + 16
        memory.withLock {
            $0.addresses.append(UInt(bitPattern: address))
            $0.bytes += size
        }
    }

    /// - Returns: the context by which the plugin passes it back.
    static func leak(_ object: AnyObject) -> UnsafeMutableRawPointer {
        let context = Unmanaged.passRetained(object).toOpaque()
        leak(context)
        return context
    }
}
