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

    @Test("A folder is removed when nothing is in it, and not before")
    func removed() throws {
        let folder = try OwnedDescriptor.open(scratch.path, .folder)
        try folder.borrowed.makeFolder("outer".utf8)
        try folder.borrowed.makeFolder("outer/inner".utf8)
        #expect(throws: SystemError.self) { try folder.borrowed.removeFolder("outer".utf8) }
        #expect(exists("\(scratch.path)/outer/inner"))
        try folder.borrowed.removeFolder("outer/inner".utf8)
        try folder.borrowed.removeFolder("outer".utf8)
        #expect(!exists("\(scratch.path)/outer"))
    }

    @Test("A folder of this machine alone is on no network, and neither is one that is not open")
    func network() throws {
        let folder = try OwnedDescriptor.open("/proc", .folder)
        #expect(!folder.borrowed.isOnNetwork)
        #expect(!Descriptor(-1).isOnNetwork)
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

    @Test("A name is taken by what is renamed to it, unless it must be new; a second name is the same file")
    func names() throws {
        let folder = try OwnedDescriptor.open(scratch.path, .folder)
        for name in ["a", "b"] {
            let file = try folder.borrowed.open(name.utf8, [.write, .create])
            try file.borrowed.write(Array(name.utf8))
        }
        #expect(throws: SystemError.exists) { try folder.borrowed.renameNew("a".utf8, to: "b".utf8) }
        #expect(throws: SystemError.exists) { try folder.borrowed.link("a".utf8, to: "b".utf8) }
        try folder.borrowed.link("a".utf8, to: "c".utf8)
        let (first, second) = (try folder.borrowed.status(of: "a".utf8), try folder.borrowed.status(of: "c".utf8))
        #expect(first.identity == second.identity && second.linkCount == 2 && first.version == second.version)
        try folder.borrowed.rename("a".utf8, to: "b".utf8)
        #expect(try folderContents(scratch.path) == ["b", "c"])
        let renamed = try folder.borrowed.open("b".utf8)
        #expect(try renamed.borrowed.readToEnd() == Array("a".utf8))
        try folder.borrowed.renameNew("b".utf8, to: "new".utf8)
        try folder.borrowed.removeFile("c".utf8)
        #expect(try folderContents(scratch.path) == ["new"])
        #expect(throws: SystemError.notFound) { try folder.borrowed.removeFile("c".utf8) }
    }

    @Test("A folder lists every name but its own and its parent's, until it is told to stop")
    func listing() throws {
        for name in ["...", ".a", "..b", "x"] {
            _ = try OwnedDescriptor.open("\(scratch.path)/\(name)", [.write, .create])
        }
        #expect(try folderContents(scratch.path) == ["...", "..b", ".a", "x"])
        let folder = try OwnedDescriptor.open(scratch.path, .folder)
        for limit in [1, 3] {
            var count = 0
            try folder.borrowed.forEachEntry { _, kind in
                #expect(kind == .file)
                count += 1
                return count < limit
            }
            #expect(count == limit)
        }
    }

    @Test("Folders are made with those above them, for their owner alone, and not in the place of a file")
    func making() throws {
        try makeFolders("\(scratch.path)/a/b/c")
        try makeFolders("\(scratch.path)/a/b/c")
        #expect(try FileStatus(path: "\(scratch.path)/a").permissions == 0o700)
        _ = try OwnedDescriptor.open("\(scratch.path)/a/file", [.write, .create])
        #expect(throws: SystemError.notFolder) { try makeFolders("\(scratch.path)/a/file") }
        #expect(throws: SystemError.notFolder) { try makeFolders("\(scratch.path)/a/file/b") }
        let folder = try OwnedDescriptor.open(scratch.path, .folder)
        try folder.borrowed.makeLink("link".utf8, to: "a/b".utf8)
        try makeFolders("\(scratch.path)/link")
        let resolved = try canonicalPath(scratch.path)
        #expect(try canonicalPath("\(scratch.path)/link/../b/./c") == "\(resolved)/a/b/c")
        #expect(throws: SystemError.notFound) { _ = try canonicalPath("\(scratch.path)/none") }
    }

    @Test("A version of a file is another one when its bytes, its time or the file itself is")
    func versions() throws {
        let path = "\(scratch.path)/file"
        #expect(FileStatus.Version(path: path) == nil)
        let file = try OwnedDescriptor.open(path, [.write, .create])
        try file.borrowed.setTimes(1_000_000_007)
        let before = try #require(FileStatus.Version(path: path))
        let inode = try file.borrowed.status().inode
        #expect(before.text == "\(inode)-0-1000000007")
        try Descriptor.workingFolder.setPermissions(0o600, of: path.utf8)
        #expect(FileStatus.Version(path: path) == before)
        try file.borrowed.setTimes(1_000_000_008)
        #expect(FileStatus.Version(path: path) != before)
        try file.borrowed.write([1])
        try file.borrowed.setTimes(1_000_000_007)
        #expect(FileStatus.Version(path: path) != before)
        let other = try OwnedDescriptor.open("\(path) 2", [.write, .create])
        try other.borrowed.setTimes(1_000_000_007)
        try Descriptor.workingFolder.rename("\(path) 2".utf8, to: path.utf8)
        #expect(FileStatus.Version(path: path) != before)
    }

    @Test(
        "The address of a file has its bytes, those that addresses give a meaning to as numbers",
        arguments: [
            ("/photos/IMG_1.jpg", "file:///photos/IMG_1.jpg"), ("/a b/ä.jpg", "file:///a%20b/%C3%A4.jpg"),
            ("/50%#1?;[x]\"\n", "file:///50%25%231%3F%3B%5Bx%5D%22%0A"),
            ("/-_.!~*'()&=:@+$,", "file:///-_.!~*'()&=:@+$,"),
        ])
    func address(path: String, expected: String) {
        #expect(fileAddress(Array(path.utf8)) == expected)
    }

    @Test("A byte that is no text has its number in the address of a file")
    func rawAddress() {
        #expect(fileAddress([0x2F, 0xFF, 0x0F]) == "file:///%FF%0F")
    }
}
