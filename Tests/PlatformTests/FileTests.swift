import Glibc
import Testing

@testable import Platform

@Suite("Files and folders")
struct FileTests {
    @Test("A temporary folder is removed with all that is in it at the end of its life")
    func scratchFolder() throws {
        var folder: ScratchFolder? = try ScratchFolder(prefix: "platform-tests")
        let path = try #require(folder?.path)
        try makeFolders("\(path)/a/b")
        _ = try OwnedDescriptor.open("\(path)/a/b/file", [.write, .create])
        #expect(exists("\(path)/a/b/file"))
        folder = nil
        #expect(!exists(path))
    }

    @Test("What a killed process left of a temporary folder goes with the next one; what is in use or young stays")
    func leftovers() throws {
        let parent = try ScratchFolder(prefix: "platform-tests")
        let used = try ScratchFolder(prefix: "kind", in: parent.path)
        for name in ["kind-AAAAAA", "kind-BBBBBB", "kind-CCCCC", "other-AAAAAA", "kind-AA.AAA"] {
            try makeFolders("\(parent.path)/\(name)/inside")
        }
        symlink("\(parent.path)/other-AAAAAA", "\(parent.path)/kind-LINKED")
        Leftovers.sweep(prefix: "kind", in: parent.path, olderThan: 3600)
        #expect(exists("\(parent.path)/kind-AAAAAA"))
        let held = try OwnedDescriptor.open("\(parent.path)/kind-BBBBBB", .folder)
        #expect(try held.borrowed.tryToLock())
        Leftovers.sweep(prefix: "kind", in: parent.path, olderThan: 0)
        #expect(!exists("\(parent.path)/kind-AAAAAA"))
        for name in ["kind-BBBBBB", "kind-CCCCC", "other-AAAAAA/inside", "kind-AA.AAA", "kind-LINKED"] {
            #expect(exists("\(parent.path)/\(name)"), "\(name)")
        }
        #expect(exists(used.path))
    }

    @Test("What a process leaves is old when its date is impossible")
    func impossibleDate() throws {
        let parent = try ScratchFolder(prefix: "platform-tests")
        try makeFolders("\(parent.path)/kind-AAAAAA")
        let folder = try OwnedDescriptor.open("\(parent.path)/kind-AAAAAA", .folder)
        // Before the year 1734: file systems in memory keep it.
        try folder.borrowed.setTimes(.min)
        Leftovers.sweep(prefix: "kind", in: parent.path)
        #expect(!exists("\(parent.path)/kind-AAAAAA"))
    }

    @Test(
        "What a process leaves is looked for with the first folder of a kind, and not with each of those that follow at once"
    )
    func sweeps() throws {
        let parent = try ScratchFolder(prefix: "platform-tests")
        for isFirst in [true, false] {
            try makeFolders("\(parent.path)/kind-AAAAAA")
            let left = try OwnedDescriptor.open("\(parent.path)/kind-AAAAAA", .folder)
            try left.borrowed.setTimes(.min)
            _ = try ScratchFolder(prefix: "kind", in: parent.path)
            #expect(exists("\(parent.path)/kind-AAAAAA") != isFirst)
        }
    }

    @Test("A time of a file that is after the last countable nanosecond, in the year 2262, is that nanosecond")
    func lastSecond() {
        var status = stat()
        status.st_mtim = timespec(tv_sec: 9_223_372_036, tv_nsec: 854_775_806)
        status.st_ctim = timespec(tv_sec: 9_223_372_036, tv_nsec: 854_775_808)
        #expect(FileStatus(status).modificationTime == Int64.max - 1)
        #expect(FileStatus(status).changeTime == Int64.max)
    }

    @Test("A tree is removed, however deep and closed it is, and links in it lead nowhere")
    func deepTree() throws {
        let parent = try ScratchFolder(prefix: "platform-tests")
        try makeFolders("\(parent.path)/kept/inside")
        try makeFolders("\(parent.path)/tree/closed/inside")
        symlink("\(parent.path)/kept", "\(parent.path)/tree/link")
        chmod("\(parent.path)/tree/closed", 0)
        var place = open("\(parent.path)/tree", O_RDONLY)
        // More than a path may have.
        for _ in 0..<2500 {
            mkdirat(place, "dd", 0o700)
            close(openat(place, "file", O_CREAT | O_WRONLY, 0o600))
            let next = openat(place, "dd", O_RDONLY)
            close(place)
            place = next
        }
        close(place)
        removeTree("\(parent.path)/tree")
        #expect(!exists("\(parent.path)/tree") && exists("\(parent.path)/kept/inside"))
    }

    @Test("A folder in memory is taken where twice the room is free and granted, and not where that is unknown")
    func memoryFolder() {
        #expect(MemoryFolder.isEnough((200, 200), room: 100))
        for memory: (Int64?, Int64?) in [(199, 200), (200, 199), (nil, 200), (200, nil)] {
            #expect(!MemoryFolder.isEnough((free: memory.0, granted: memory.1), room: 100))
        }
        let text = "MemTotal:       24684108 kB\nMemAvailable:   23600000 kB\nBuffers: 1 kB\n"
        #expect(MemoryFolder.freeBytes(in: text) == 23_600_000 << 10)
        #expect(MemoryFolder.freeBytes(in: "MemTotal: 1 kB\n") == nil)
        #expect(MemoryFolder.path(room: .max) == nil)
    }

    @Test("Removing a folder removes links in it and leaves alone what they lead to")
    func removingLinks() throws {
        let (kept, removed) = (
            try ScratchFolder(prefix: "platform-tests"), try ScratchFolder(prefix: "platform-tests")
        )
        let file = try OwnedDescriptor.open("\(kept.path)/file", [.write, .create])
        try file.borrowed.link(as: "\(removed.path)/second".utf8, in: .workingFolder)
        let link = ProcessLaunch(executable: "/bin/ln", arguments: ["-s", kept.path, "\(removed.path)/link"])
        #expect(try link.start().wait() == .exit(0))
        removed.remove()
        #expect(!exists(removed.path))
        #expect(exists("\(kept.path)/file"))
    }

    @Test("A failing call throws what the system says, by number and in words")
    func errors() throws {
        #expect(throws: SystemError.notFound) { try FileStatus(path: "/nowhere/at/all") }
        #expect("\(SystemError.notFound)" == "No such file or directory")
        #expect(throws: SystemError.notFolder) { try makeFolders("/dev/null/folder") }
        #expect(throws: SystemError.linkLoop) { _ = try OwnedDescriptor.open("/proc/self/exe", .noFollow) }
    }

    @Test("An unnamed file gets a name that is free, and none that is taken")
    func unnamedFile() throws {
        let parent = try ScratchFolder(prefix: "platform-tests")
        let folder = try OwnedDescriptor.open(parent.path, .folder)
        let file = try folder.borrowed.openUnnamed()
        try file.borrowed.write(Array("content".utf8))
        try file.borrowed.link(as: "name".utf8, in: folder.borrowed)
        #expect(throws: SystemError.exists) { try file.borrowed.link(as: "name".utf8, in: folder.borrowed) }
        #expect(try folderContents(parent.path) == ["name"])
        #expect(try folder.borrowed.status(of: "name".utf8).byteSize == 7)
    }

    @Test("A lock on an open file keeps out another opening of it until the first is closed")
    func locks() throws {
        let parent = try ScratchFolder(prefix: "platform-tests")
        let second = try OwnedDescriptor.open("\(parent.path)/file", [.write, .create])
        do {
            let first = try OwnedDescriptor.open("\(parent.path)/file")
            #expect(try first.borrowed.tryToLock())
            #expect(try !second.borrowed.tryToLock())
        }
        // A process that another test starts meanwhile keeps what is open here until it runs its own program.
        let deadline = ContinuousClock.now + .seconds(10)
        while try !second.borrowed.tryToLock() {
            try #require(ContinuousClock.now < deadline)
            usleep(1_000)
        }
    }

    @Test("The kernel reports a file that was written in a watched folder, once it is complete")
    func folderEvents() throws {
        let parent = try ScratchFolder(prefix: "platform-tests")
        let folder = try OwnedDescriptor.open(parent.path, .folder)
        let events = try FolderEvents()
        let watch = try events.add(folder.borrowed)
        do {
            let file = try folder.borrowed.open("new.jpg".utf8, [.write, .create])
            try file.borrowed.write(Array("content".utf8))
        }
        var completed: [String] = []
        events.wait(milliseconds: 10_000) { event, name in
            if event.isCompletion, event.watch == watch { completed.append(String(decoding: name, as: UTF8.self)) }
        }
        #expect(completed == ["new.jpg"])
    }

    @Test("A descriptor goes over a socket with the bytes, and a peer that is gone is an error")
    func sockets() throws {
        let file = try OwnedDescriptor.open("/dev/null")
        try withSocketPair { first, second in
            Result {
                let bytes = Array("ab".utf8)
                let sent = try bytes.withUnsafeBytes { try first.borrowed.send($0, $0, descriptor: file.borrowed) }
                #expect(sent == 4)
                var passed = Descriptor.Passed.nothing
                let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 10, alignment: 1)
                defer { room.deallocate() }
                #expect(try second.borrowed.receive(into: room, passed: &passed) == 4)
                guard case .descriptor(let received) = consume passed else {
                    Issue.record("no descriptor came")
                    return
                }
                #expect(try received.borrowed.status().identity == file.borrowed.status().identity)
                second.borrowed.disconnect()
                #expect(throws: SystemError.brokenPipe) {
                    try bytes.withUnsafeBytes { try first.borrowed.send($0, $0, descriptor: nil) }
                }
            }
        }.get()
    }
}
