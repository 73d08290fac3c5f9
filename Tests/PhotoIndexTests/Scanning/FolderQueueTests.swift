import Platform
import Testing

@testable import PhotoIndex

@Suite("Folders that a scan has to look into")
struct FolderQueueTests {
    private func path(_ text: String) -> [UInt8] { Array(text.utf8) }

    private func rest(_ queue: inout FolderQueue) -> [String] {
        var names: [String] = []
        while let next = queue.next() { names.append(String(decoding: next, as: UTF8.self)) }
        return names
    }

    @Test("Folders that a scan of a library has to look into are all below it, each before those after it")
    func all() {
        var queue = FolderQueue()
        #expect(queue.entersAll && queue.next() == [])
        queue.enter([path("a"), path("b")], links: [path("link")])
        #expect(queue.next() == path("a"))
        queue.enter([path("a/1"), path("a/2")], links: [])
        #expect(rest(&queue) == ["a/1", "a/2", "b"])
        #expect(queue.next() == nil && !queue.isLink(path("link")))
    }

    @Test("Folders that a scan of some has to look into are those and what is new in them, each once and in order")
    func some() {
        var queue = FolderQueue([path("b"), path("a"), path("b")])
        #expect(!queue.entersAll && queue.next() == path("a"))
        queue.enter([path("a/new"), path("b")], links: [path("a/link")])
        queue.enter([path("a/new")], links: [])
        #expect(rest(&queue) == ["a/new", "b"])
        #expect(queue.isLink(path("a/link")) && !queue.isLink(path("b")))
    }

    @Test(
        "Folders that a scan has to look into are visited once, under whatever path, until they turn out to have moved")
    func visits() throws {
        let (one, other) = (try FileStatus(path: "/"), try FileStatus(path: "/proc"))
        var queue = FolderQueue([path("a")], compared: [one.identity])
        #expect(queue.isCompared(one) && !queue.isCompared(other))
        let first = [queue.visit(one), queue.visit(one), queue.visit(other)]
        #expect(first == [true, false, true])
        queue.leave(one)
        #expect(!queue.isCompared(one))
        let second = [queue.visit(one), queue.visit(other)]
        #expect(second == [true, false])
        queue.enter([], links: [path("link")])
        #expect(queue.isLink(path("link")), "it may come before the link that the index has")
    }

    @Test("A folder is as it was when it is the same one with the same times, and those were noted")
    func stamps() throws {
        let status = try FileStatus(path: "/")
        let stamp = FolderStamp(
            device: status.device, inode: status.inode, modificationTime: status.modificationTime,
            changeTime: status.changeTime)
        #expect(stamp.matches(status) && stamp.wasRead)
        for change in [
            { $0.inode += 1 }, { $0.modificationTime -= 1 }, { $0.changeTime += 1 }, { $0.changeTime = 0 },
        ] as [(inout FolderStamp) -> Void] {
            var other = stamp
            change(&other)
            #expect(!other.matches(status))
        }
        // A disk may have another number each time that it is mounted.
        var mounted = stamp
        mounted.device += 1
        #expect(mounted.matches(status))
        #expect(!FolderStamp(device: 0, inode: 0, modificationTime: 0, changeTime: 0).wasRead)
    }
}
