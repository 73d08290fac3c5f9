import Platform
import Testing

@Suite("This process")
struct CurrentProcessTests {
    @Test("A signal's action is the system's until it is ignored")
    func signals() {
        #expect(Signal.windowChange.action == .system)
        Signal.brokenPipe.ignore()
        #expect(Signal.brokenPipe.action == .ignored)
        #expect(Signal.standard.count == 31 && Signal.standard.contains(.kill))
    }

    @Test("A limit that was lowered can be set again to what it was, and no higher than the highest")
    func limits() throws {
        let resource = LimitedResource.coreBytes
        let before = try resource.limit
        try resource.setCurrentLimit(0)
        #expect(try resource.limit == .init(current: 0, highest: before.highest))
        try resource.setCurrentLimit(.max)
        #expect(try resource.limit.current == before.highest)
        try resource.setLimit(before)
        #expect(try resource.limit == before)
        #expect(LimitedResource.all.count == 16 && LimitedResource.all.contains(.descriptors))
    }

    @Test("A descriptor is closed on exec from its opening on, and inherited once it took the place of another")
    func inheritance() throws {
        let first = try OwnedDescriptor.open("/dev/null")
        let second = try first.borrowed.duplicate()
        #expect(first.borrowed.isOpen && !first.borrowed.isInherited)
        try first.borrowed.replace(second.borrowed)
        #expect(second.borrowed.isInherited)
        second.borrowed.closeOnExec()
        #expect(!second.borrowed.isInherited)
        #expect(!Descriptor(-1).isOpen && !Descriptor(-1).isInherited)
    }

    @Test("Threads that run at once have different identities")
    func threads() throws {
        let own = ThreadIdentity.current
        let other = Monitor<ThreadIdentity?>(nil)
        let thread = try #require(JoinableThread { other.withLock { $0 = .current } })
        thread.join()
        #expect(other.withLock { $0 } != own && own == .current)
    }

    @Test("Resident memory is a part of the addresses, and memory that is touched becomes resident")
    func memory() throws {
        let before = try #require(ProcessMemory.residentBytes)
        #expect(before > 0 && before <= (ProcessMemory.addressBytes ?? 0))
        // Tests that run at the same time give memory back now and then.
        let growth = (0..<50).lazy.map { _ in Self.growth() }.first { $0 > 16 << 20 }
        #expect(growth != nil || AddressSanitizer.isThere)
    }

    /// How much more is resident with 64 MiB that were touched.
    private static func growth() -> Int64 {
        let before = ProcessMemory.residentBytes ?? 0
        let bytes = [UInt8](repeating: 1, count: 64 << 20)
        return withExtendedLifetime(bytes) { (ProcessMemory.residentBytes ?? 0) - before }
    }

    @Test("The memory of a process is its own, and unknown of one that is gone")
    func ownMemory() {
        #expect((ProcessMemory.ownBytes(of: CurrentProcess.identifier) ?? 0) > 1 << 20)
        #expect(ProcessMemory.ownBytes(of: .max) == nil)
    }

    @Test("The day is written as year, month and day")
    func day() {
        #expect(WallTime.localDay.wholeMatch(of: /20\d\d-[01]\d-[0-3]\d/) != nil)
    }
}
