import Platform
import Testing

@Suite("Descriptors")
struct DescriptorTests {
    private let scratch: ScratchFolder

    init() throws { scratch = try ScratchFolder(prefix: "platform-tests") }

    @Test("What is read at an offset, written at one or copied is exactly that, and the end is no error")
    func offsets() throws {
        let file = try OwnedDescriptor.open("\(scratch.path)/file", [.readAndWrite, .create])
        try file.borrowed.write(Array("0123456789".utf8))
        let patch = Array("abc".utf8)
        try patch.withUnsafeBytes { try file.borrowed.write($0, at: 8) }
        #expect(try file.borrowed.read(count: 4, at: 7) == Array("7abc".utf8))
        #expect(try file.borrowed.read(count: 4, at: 11) == [] && file.borrowed.position() == 10)
        #expect(throws: SystemError.invalidArgument) { try file.borrowed.read(count: 4, at: -1) }
        let copy = try OwnedDescriptor.open("\(scratch.path)/copy", [.readAndWrite, .create])
        let source = try OwnedDescriptor.open("\(scratch.path)/file")
        _ = try source.borrowed.read(count: 2)
        try source.borrowed.copy(to: copy.borrowed)
        #expect(try copy.borrowed.read(count: 100, at: 0) == Array("234567abc".utf8))
        try copy.borrowed.setSize(2)
        #expect(try copy.borrowed.status().byteSize == 2)
        #expect(throws: SystemError.invalidDescriptor) { try source.borrowed.write([1]) }
    }

    @Test("A wait for bytes ends with them, with the end of the other side, or at its time")
    func readable() throws {
        var pipe = try Pipe()
        #expect(pipe.reading.borrowed.waitUntilReadable(deadline: 0) == .timedOut)
        #expect(pipe.reading.borrowed.waitUntilReadable(deadline: MonotonicTime.now + 1_000_000) == .timedOut)
        let late = MonotonicTime.now + 60_000_000_000
        let writing = pipe.writing
        try #require(writing).write([1, 2])
        #expect(pipe.reading.borrowed.waitUntilReadable(deadline: late) == .ready)
        #expect(try pipe.reading.borrowed.read(count: 9) == [1, 2])
        pipe.closeWriting()
        #expect(pipe.reading.borrowed.waitUntilReadable(deadline: late) == .ready)
        #expect(try pipe.reading.borrowed.read(count: 9) == [])
    }

    @Test("Memory that is passed on can be neither written to nor resized once it is sealed, and is what was written")
    func sealed() throws {
        let file = try MemoryFile.make(byteCount: 10_000)
        try file.borrowed.write(Array("pixels".utf8))
        #expect(file.borrowed.sealedMemory == nil)
        try file.borrowed.seal()
        let memory = try #require(file.borrowed.sealedMemory)
        // The last pages were never touched.
        #expect(memory.byteSize == 10_000 && (4096..<10_000).contains(memory.allocatedBytes))
        #expect(throws: SystemError.notPermitted) { try file.borrowed.write([1]) }
        #expect(throws: SystemError.notPermitted) { try file.borrowed.setSize(5) }
        let mapped = try MappedFile(file.borrowed, byteCount: 10_000)
        let bytes = withExtendedLifetime(mapped) { Array(mapped.bytes) }
        #expect(bytes.count == 10_000 && Array(bytes.prefix(8)) == Array("pixels\0\0".utf8))
        let plain = try OwnedDescriptor.open("\(scratch.path)/file", [.readAndWrite, .create])
        #expect(plain.borrowed.sealedMemory == nil)
    }

    @Test("A temporary file has no name, and no process that is started inherits it")
    func temporaryFile() throws {
        let file = try OwnedDescriptor.temporaryFile(prefix: "platform-tests")
        let status = try file.borrowed.status()
        #expect(status.linkCount == 0 && status.permissions == 0o600 && !file.borrowed.isInherited)
    }

    @Test("A listener takes connections of this machine at its port, and a socket that no one made is not found")
    func connections() throws {
        let listener = try LoopbackListener()
        let client = try LoopbackListener.connect(port: listener.port)
        guard let accepted = try listener.accept(milliseconds: 60_000) else {
            Issue.record("the connection was not taken")
            return
        }
        try client.borrowed.write([1, 2])
        #expect(try accepted.borrowed.read(count: 9) == [1, 2])
        let socket = try LocalSocket(folder: scratch.path, name: "control")
        #expect(socket.shortPath.hasSuffix("/control"))
        #expect(throws: SystemError.notFound) { _ = try socket.connect() }
        #expect(throws: SystemError.notFound) { try socket.remove() }
        _ = try OwnedDescriptor.open("\(scratch.path)/control", [.write, .create])
        #expect(throws: SystemError.connectionRefused) { _ = try socket.connect() }
        try socket.remove()
        #expect(try folderContents(scratch.path) == [])
    }
}
