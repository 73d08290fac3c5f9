import ABIMemory
import BackendAPI

/// Links that no version knows, one after the other.
final class LinkChain {
    private let links: UnsafeMutableBufferPointer<picker_link>
    private let arena = RecordArena(capacity: 1 << 14)

    init(count: Int, criticalAt critical: Int?) {
        let base = UnsafeMutablePointer<picker_link>.allocate(capacity: count)
        links = UnsafeMutableBufferPointer(start: base, count: count)
        for index in 0..<count {
            links[index] = picker_link()
            links[index].struct_size = structSize(of: picker_link.self)
            links[index].flags = index == critical ? PICKER_LINK_CRITICAL : 0
            links[index].id = arena.string("com.example.link-\(index)/1")
            links[index].next = index + 1 < count ? UnsafePointer(base + index + 1) : nil
        }
    }

    deinit { links.deallocate() }

    var first: UnsafePointer<picker_link>? { UnsafePointer(links.baseAddress) }
}
