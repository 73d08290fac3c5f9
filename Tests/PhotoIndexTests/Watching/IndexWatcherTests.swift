import Foundation
import GRDB
import PhotoFolder
import PhotoModel
import TestSupport
import Testing

@testable import PhotoIndex

@Suite("An index that follows its library", .timeLimit(.minutes(15)))
struct IndexWatcherTests {
    private let library: ScannedLibrary

    init() throws {
        library = try ScannedLibrary()
        try library.write("inside/a.jpg")
    }

    private func options() -> WatchOptions {
        var options = WatchOptions()
        options.quiet = .milliseconds(5)
        options.refresh.settlingTime = .milliseconds(50)
        return options
    }

    private func names(_ photoIndex: PhotoIndexDatabase) throws -> [String] {
        try photoIndex.pool.read { database in
            try String.fetchAll(
                database,
                sql: """
                    SELECT CAST(d.path || '/' || a.name AS TEXT) FROM asset AS a JOIN folder AS d ON d.id = a.folder_id
                    ORDER BY 1
                    """)
        }
    }

    @Test("An index that follows its library has what came, went and moved, and reports it with a token")
    func changes() async throws {
        try await onThread {
            let photoIndex = try library.photoIndex()
            let watch = IndexWatcher(photoIndex, options: options())
            _ = try watch.start()
            #expect(try watch.wait(milliseconds: 0)?.hasChanges != true)
            let token = try photoIndex.currentToken()
            try library.write("inside/b.jpg")
            try library.write("new/deeper/c.jpg")
            try library.remove("inside/a.jpg")
            try wait(watch) { try names(photoIndex) == ["inside/b.jpg", "new/deeper/c.jpg"] }
            try library.move("new/deeper", to: "moved")
            try library.write("moved/d.jpg")
            try wait(watch) { try names(photoIndex) == ["inside/b.jpg", "moved/c.jpg", "moved/d.jpg"] }
            let identity = photoIndex.root.identity
            var (inserted, removed): (Set<String>, Set<String>) = ([], [])
            for change in try photoIndex.changes(since: token).changes where change.subject == .assets {
                switch change.kind {
                case .removed: removed.formUnion(change.identifiers)
                case .inserted: inserted.formUnion(change.identifiers)
                case .updated, .reload, .current: Issue.record("\(change)")
                }
            }
            #expect(removed == [identity.asset(at: Array("inside/a.jpg".utf8)).text])
            let new = ["inside/b.jpg", "moved/c.jpg", "moved/d.jpg"]
            #expect(inserted == Set(new.map { identity.asset(at: Array($0.utf8)).text }))
        }
    }

    @Test("An index that follows its library counts each folder once that it watches, and none that is gone")
    func folderLimit() async throws {
        try await onThread {
            let photoIndex = try library.photoIndex()
            var options = options()
            options.folderLimit = 3
            let watch = IndexWatcher(photoIndex, options: options)
            _ = try watch.start()
            for number in 0..<4 {
                try library.write("\(number)/b.jpg")
                try wait(watch) { try names(photoIndex) == ["\(number)/b.jpg", "inside/a.jpg"] }
                try library.remove("\(number)")
                try wait(watch) { try names(photoIndex) == ["inside/a.jpg"] }
            }
            #expect(watch.limitation == nil)
            for number in 5..<7 { try library.write("\(number)/b.jpg") }
            try wait(watch) { watch.limitation != nil }
        }
    }

    @Test("An index that follows its library takes later what changed in place while it could not be refreshed")
    func failedRefresh() async throws {
        try await onThread {
            let photoIndex = try library.photoIndex()
            let watch = IndexWatcher(photoIndex, options: options())
            _ = try watch.start()
            // A process that another test starts has the lock of the refresh until it runs its program.
            var lock = try FileLock.take(photoIndex.files.refreshLock, waits: true)
            let file = try #require(FileHandle(forUpdatingAtPath: library.path("inside/a.jpg")))
            try file.write(contentsOf: Data(SampleMedia.jpeg(width: 50)))
            try file.close()
            var checks = 0
            let cancellation = Cancellation {
                checks += 1
                return checks > 50 ? .cancelled : nil
            }
            #expect {
                for _ in 0..<1000 { _ = try watch.wait(milliseconds: 1000, cancellation: cancellation) }
            } throws: { error in
                if case IndexError.stopped(.cancelled) = error { true } else { false }
            }
            #expect(lock != nil)
            lock = nil
            let next = IndexWatcher(photoIndex, options: options(), pending: watch.pending)
            _ = try next.start()
            try wait(next) {
                try photoIndex.pool.read { try Int.fetchOne($0, sql: "SELECT pixel_width FROM asset") } == 50
            }
        }
    }

    @Test("An index that follows its library watches folders that another refresh wrote into the index before it")
    func foldersOfAnotherRefresh() async throws {
        try await onThread {
            let photoIndex = try library.photoIndex()
            let watch = IndexWatcher(photoIndex, options: options())
            _ = try watch.start()
            try library.write("new/deeper/b.jpg")
            // As another process does, or a call that adds a photo.
            _ = try photoIndex.refresh()
            _ = try watch.wait(milliseconds: 300)
            try library.write("new/deeper/c.jpg")
            try wait(watch) { try names(photoIndex) == ["inside/a.jpg", "new/deeper/b.jpg", "new/deeper/c.jpg"] }
        }
    }

    @Test("An index that follows its library watches a folder that was removed and made again at once")
    func folderMadeAgain() async throws {
        try await onThread {
            let photoIndex = try library.photoIndex()
            let watch = IndexWatcher(photoIndex, options: options())
            _ = try watch.start()
            try library.remove("inside")
            try library.write("inside/b.jpg")  // On most file systems the folder gets the inode of the one before.
            try wait(watch) { try names(photoIndex) == ["inside/b.jpg"] }
            try library.write("inside/c.jpg")
            try wait(watch) { try names(photoIndex) == ["inside/b.jpg", "inside/c.jpg"] }
        }
    }

    @Test("An index that follows its library takes a file that is being written only when it is complete")
    func writing() async throws {
        try await onThread {
            let photoIndex = try library.photoIndex()
            var options = options()
            options.refresh.settlingTime = .seconds(600)
            let watch = IndexWatcher(photoIndex, options: options)
            _ = try watch.start()
            let path = library.path("inside/growing.jpg")
            #expect(FileManager.default.createFile(atPath: path, contents: nil))
            let file = try #require(FileHandle(forWritingAtPath: path))
            try library.write("inside/other.jpg")
            try wait(watch) { try names(photoIndex).contains("inside/other.jpg") }
            try file.write(contentsOf: Data(SampleMedia.jpeg()))
            #expect(try watch.wait(milliseconds: 30)?.hasChanges != true)
            try file.close()
            try wait(watch) { try names(photoIndex) == ["a", "growing", "other"].map { "inside/\($0).jpg" } }
        }
    }

    @Test("An index that follows its library compares folders where it cannot watch them, with a word about it")
    func limited() async throws {
        try await onThread {
            let photoIndex = try library.photoIndex()
            var options = options()
            (options.folderLimit, options.comparisonInterval) = (1, .zero)
            let watch = IndexWatcher(photoIndex, options: options)
            _ = try watch.start()
            #expect(watch.limitation?.contains("max_user_watches") == true)
            try library.write("inside/b.jpg")
            try wait(watch) { try names(photoIndex) == ["inside/a.jpg", "inside/b.jpg"] }
        }
    }

    @Test("An index that follows its library compares files as well, now and then, where it cannot watch folders")
    func limitedFiles() async throws {
        try await onThread {
            let photoIndex = try library.photoIndex()
            var options = options()
            (options.folderLimit, options.comparisonInterval, options.fullInterval) = (1, .zero, .zero)
            let watch = IndexWatcher(photoIndex, options: options)
            _ = try watch.start()
            // In place, so that its folder is as it was.
            let file = try #require(FileHandle(forUpdatingAtPath: library.path("inside/a.jpg")))
            try file.write(contentsOf: Data(SampleMedia.jpeg(width: 50)))
            try file.close()
            try wait(watch) {
                try photoIndex.pool.read { try Int.fetchOne($0, sql: "SELECT pixel_width FROM asset") } == 50
            }
        }
    }

    @Test("An index that follows its library compares folders that other machines may change, although it watches them")
    func network() async throws {
        try await onThread {
            let photoIndex = try library.photoIndex()
            var options = options()
            (options.comparisonInterval, options.networkInterval) = (.zero, .zero)
            options.isOnNetwork = { _ in true }
            let watch = IndexWatcher(photoIndex, options: options)
            _ = try watch.start()
            #expect(watch.limitation == nil)
            // Long enough for a second look at a file that was written a moment ago.
            for _ in 0..<3 { _ = try watch.wait(milliseconds: 100) }
            // As if another machine had added a photo: no one reports that the folder has more than the index.
            try photoIndex.pool.write { database in
                try database.execute(sql: "DELETE FROM asset")
                try database.execute(sql: "UPDATE folder SET changed_ns = 0")
            }
            try wait(watch) { try names(photoIndex) == ["inside/a.jpg"] }
        }
    }

    @Test("An index that follows its library is told of all folders but the one that cannot be opened")
    func unreachableFolder() async throws {
        try await onThread {
            let photoIndex = try library.photoIndex()
            // The system refuses to open a name of that length, as it does with a folder on a disk that is gone.
            let path = [UInt8](repeating: UInt8(ascii: "x"), count: 300)
            try photoIndex.pool.write { database in
                _ = try FolderRow.id(of: path, photoIndex.root.identity, database)
            }
            let watch = IndexWatcher(photoIndex, options: options())
            _ = try watch.start()
            #expect(watch.limitation == nil)
            try library.write("inside/b.jpg")
            try wait(watch) { try names(photoIndex) == ["inside/a.jpg", "inside/b.jpg"] }
            #expect(watch.limitation == nil)
        }
    }

    @Test("An index that follows its library watches a folder that could not be read at first when it can be")
    func readableAgain() async throws {
        try await onThread {
            let photoIndex = try library.photoIndex()
            _ = try photoIndex.refresh()
            // The user without privileges has to get at the index.
            chmod(photoIndex.files.directory, 0o777)
            for name in try FileManager.default.contentsOfDirectory(atPath: photoIndex.files.directory) {
                chmod(photoIndex.files.directory + "/" + name, 0o666)
            }
            var options = options()
            // Alone, so that every call of a system function is made by the thread without privileges.
            (options.comparisonInterval, options.refresh.readerCount) = (.zero, 0)
            let watch = IndexWatcher(photoIndex, options: options)
            chmod(library.path("inside"), 0)
            defer { chmod(library.path("inside"), 0o755) }
            _ = try withoutPrivileges { try watch.start() }
            #expect(watch.limitation == nil)
            chmod(library.path("inside"), 0o755)
            try library.write("beside.jpg")
            try wait(watch) { try names(photoIndex).contains("/beside.jpg") }
            try library.write("inside/b.jpg")
            try wait(watch) { try names(photoIndex).contains("inside/b.jpg") }
            try library.write("inside/c.jpg")
            try wait(watch) { try names(photoIndex).contains("inside/c.jpg") }
        }
    }

    private func wait(_ watch: IndexWatcher, until isDone: () throws -> Bool) throws {
        let deadline = ContinuousClock.now + .seconds(120)
        while try !isDone(), ContinuousClock.now < deadline { _ = try watch.wait(milliseconds: 1000) }
        #expect(try isDone())
    }
}
