import Platform
import Testing

@Suite("What is in a folder")
struct FolderTests {
    private let scratch: ScratchFolder

    init() throws { scratch = try ScratchFolder(prefix: "platform-tests") }

    @Test("Links, named pipes and folders are what they were made as, under names that are not UTF-8 too")
    func kinds() throws {
        let folder = try OwnedDescriptor.open(scratch.path, .folder)
        let name: [UInt8] = [0x61, 0xFF]
        try folder.borrowed.makeLink("link".utf8, to: name)
        try folder.borrowed.makeNamedPipe("pipe".utf8)
        try folder.borrowed.makeFolder(name)
        #expect(try folder.borrowed.status(of: "link".utf8).kind == .link)
        #expect(try folder.borrowed.target(ofLink: "link".utf8) == name)
        #expect(try folder.borrowed.status(of: "pipe".utf8).kind == .special)
        #expect(try folder.borrowed.status(of: name).kind == .folder)
    }

    @Test("Permissions are set for a file, and refused for a link, whose target keeps its own")
    func permissions() throws {
        let folder = try OwnedDescriptor.open(scratch.path, .folder)
        _ = try folder.borrowed.open("file".utf8, [.write, .create], permissions: 0o600)
        try folder.borrowed.makeLink("link".utf8, to: "file".utf8)
        try folder.borrowed.setPermissions(0o640, of: "file".utf8)
        #expect(throws: SystemError.notSupported) { try folder.borrowed.setPermissions(0o777, of: "link".utf8) }
        #expect(try folder.borrowed.status(of: "file".utf8).permissions == 0o640)
    }

    @Test(
        "A file has the time that was set, before 1970 as well",
        arguments: [1_700_000_000_000_000_007, -7, -4_000_000_000])
    func times(nanoseconds: Int64) throws {
        let file = try OwnedDescriptor.open("\(scratch.path)/file", [.write, .create])
        try file.borrowed.setTimes(nanoseconds)
        #expect(try file.borrowed.status().modificationTime == nanoseconds)
    }

    @Test("A file is read from its position to its end, and emptied when it is opened so")
    func contents() throws {
        let path = "\(scratch.path)/file"
        let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0) }
        do {
            let file = try OwnedDescriptor.open(path, [.write, .create])
            try file.borrowed.write(bytes)
            #expect(try file.borrowed.position() == 200_000)
        }
        let file = try OwnedDescriptor.open(path)
        #expect(try file.borrowed.read(count: 7) == Array(bytes[..<7]))
        #expect(try file.borrowed.readToEnd() == Array(bytes[7...]))
        _ = try OwnedDescriptor.open(path, [.write, .truncate])
        #expect(try file.borrowed.status().byteSize == 0)
    }

    @Test("A folder that its owner may not even list is removed with all that is in it", arguments: [0, 0o400, 0o500])
    func locked(permissions: UInt32) throws {
        let path = scratch.path
        try makeFolders("\(path)/removed/locked/inner")
        _ = try OwnedDescriptor.open("\(path)/removed/locked/inner/file", [.write, .create])
        for name in ["removed/locked/inner", "removed/locked", "removed"] {
            try Descriptor.workingFolder.setPermissions(permissions, of: "\(path)/\(name)".utf8)
        }
        // A superuser needs no permissions: this thread, which is used for nothing else, gives that up.
        let thread = JoinableThread {
            try? ProcessRestriction.respectPermissions()
            removeTree("\(path)/removed")
        }
        try #require(thread).join()
        #expect(!exists("\(path)/removed"))
    }

    @Test("Waiting for any of several pipes is over when one of them has something to read")
    func waiting() throws {
        let idle = try Pipe()
        let busy = try Pipe()
        let writing = busy.writing
        try #require(writing).write([1])
        let start = MonotonicTime.now
        Descriptor.waitUntilReadable(any: [idle.reading.borrowed, busy.reading.borrowed], milliseconds: 60_000)
        #expect(MonotonicTime.now - start < 30_000_000_000)
        #expect(try busy.reading.borrowed.read(count: 2) == [1])
    }
}
