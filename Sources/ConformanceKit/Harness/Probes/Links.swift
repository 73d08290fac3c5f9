internal import BackendAPI

/// What hangs on a request (R5.9): links of which a plugin of today knows none.
enum Links: String {
    case none
    /// Two that may be passed over.
    case optional
    /// One that may be passed over, and behind it one that may not.
    case critical
    /// One that may not be passed over, with flags that have no name yet, and one behind it that may.
    case criticalFirst
    /// As many as there may be, each with flags that have no name yet.
    case most
    /// One more than there may be.
    case tooMany
    /// One that leads to itself.
    case ring

    /// A struct of a version to come, whose head is a link.
    private struct Wide: BitwiseCopyable {
        var head = picker_link()
        var poison: (UInt64, UInt64) = (0x5F5F_5F5F_5F5F_5F5F, 0x5F5F_5F5F_5F5F_5F5F)
    }

    /// The first of them.
    var first: UnsafePointer<picker_link>? {
        switch self {
        case .none: nil
        case .optional: Self.link("org.picker.to-come/1", then: Self.link("com.example.other/3", then: nil))
        case .critical:
            Self.link(
                "org.picker.to-come/1", then: Self.link("org.picker.must-know/1", PICKER_LINK_CRITICAL, then: nil))
        case .criticalFirst:
            Self.link("org.picker.must-know/1", .max, then: Self.link("org.picker.to-come/1", then: nil))
        case .most: Self.chain(PICKER_LINK_LIMIT)
        case .tooMany: Self.chain(PICKER_LINK_LIMIT + 1)
        case .ring: Self.endless
        }
    }

    private static func link(
        _ id: String, _ flags: UInt32 = 0, then next: UnsafePointer<picker_link>?
    ) -> UnsafePointer<picker_link>? {
        var wide = Wide()
        wide.head = picker_link(
            struct_size: UInt32(MemoryLayout<Wide>.size), flags: flags, id: Arena.string(id), next: next)
        return UnsafeRawPointer(Arena.array([wide]))?.assumingMemoryBound(to: picker_link.self)
    }

    private static func chain(_ count: UInt32) -> UnsafePointer<picker_link>? {
        (0..<count).reduce(nil as UnsafePointer<picker_link>?) { next, number in
            link("org.picker.to-come-\(number)/1", ~UInt32(PICKER_LINK_CRITICAL), then: next)
        }
    }

    private static var endless: UnsafePointer<picker_link>? {
        let first = link("org.picker.to-come/1", then: nil)
        first.map { UnsafeMutablePointer(mutating: $0).pointee.next = $0 }
        return first
    }

    /// What is wrong with the links of a record that a plugin filled; nil: nothing.
    static func fault<Record>(ofRecord record: Record) -> String? {
        withUnsafePointer(to: record) { fault(of: UnsafeRawPointer($0)) }
    }

    /// What is wrong with the links that hang on a record of a plugin; nil: nothing.
    static func fault(of record: UnsafeRawPointer) -> String? {
        guard record.loadUnaligned(as: UInt32.self) >= 16 else { return nil }
        var next = record.loadUnaligned(fromByteOffset: 8, as: UnsafePointer<picker_link>?.self)
        var count: UInt32 = 0
        while let link = next {
            count += 1
            if count > PICKER_LINK_LIMIT { return "more than \(PICKER_LINK_LIMIT) links" }
            let id = Text(link.pointee.id)
            guard Int(link.pointee.struct_size) >= MemoryLayout<picker_link>.size, id.isValid,
                (1...64).contains(id.bytes?.count ?? 0)
            else { return "a link that is shorter than its head, or has no id" }
            if link.pointee.flags & PICKER_LINK_CRITICAL != 0 { return "the critical link \(id), which no host knows" }
            next = link.pointee.next
        }
        return nil
    }
}
