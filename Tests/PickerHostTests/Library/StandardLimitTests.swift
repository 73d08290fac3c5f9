import Foundation
import PhotoModel
import TestSupport
import Testing

@testable import PickerHost

@Suite("What holds where no one says otherwise") struct StandardLimitTests {
    @Test("The times and the sizes are those that docs/deploy.md tells")
    func documented() throws {
        let text = try String(contentsOfFile: PackagePaths.root + "/docs/deploy.md", encoding: .utf8)
        func seconds(_ duration: Duration) -> Int64 { duration.components.seconds }
        let (times, workers) = (CallTimes(), BackendIsolation.Workers())
        let sentences = [
            "\(seconds(times.images)) s for an image, \(seconds(times.metadata)) s for a list and "
                + "\(seconds(times.media)) s for a piece of a file",
            "costs the worker, after \(workers.silenceMilliseconds / 1000) s without a sign of life",
            "take up to \(DiskCacheSettings.standardByteCount >> 20) MiB",
        ]
        for sentence in sentences { #expect(text.contains(sentence), "\(sentence)") }
        // A worker that goes on after its time is ended before the thread of its call is given up, which takes two seconds at most.
        #expect(workers.graceMilliseconds == 10_000 && times.grace >= .seconds(12))
        #expect(workers.maxMemoryBytes == 0 && !workers.permitsUnconfined)
    }

    @Test("Images that were asked for before have an eighth of the memory for images, and at most 256 MiB")
    func cacheMemory() {
        #expect(LibraryConfiguration(root: "/", imageMemory: 800).imageCacheMemory == 100)
        #expect(LibraryConfiguration(root: "/", imageMemory: 1 << 40).imageCacheMemory == 256 << 20)
    }

    @Test("Nothing is kept on the disk, and the desktop's thumbnails are left alone")
    func caches() {
        let configuration = LibraryConfiguration(root: "/")
        #expect(configuration.diskCache == .off && configuration.desktopThumbnails == .off)
        #expect(configuration.refreshesIndex && configuration.backend == .auto && configuration.secrets == nil)
        #expect(DiskCacheSettings.off.folder == nil && DiskCacheSettings.off.byteCount == 0)
        // An existing cache is replaced only by one whose size was asked for.
        #expect(!DiskCacheSettings(folder: "/c").replacesOthers)
        #expect(DiskCacheSettings(folder: "/c", byteCount: 1 << 20).replacesOthers)
    }

    @Test("As many images are made at once as was said, or as there are processors, and more for a server's photos")
    func threads() {
        func count(_ threads: Int?, remote: Bool = false, limit: Int? = nil, inWorker: Bool = false) -> Int {
            LibraryConfiguration(root: "/", threads: threads).threadCount(
                for: LibraryInfo(capabilities: [], isRemote: remote, callLimit: limit), inWorker: inWorker)
        }
        let processors = LibraryConfiguration.processorCount
        #expect(count(3) == 3 && count(3, limit: 9) == 3 && count(3, inWorker: true) == 3)
        #expect(count(nil) == processors && count(nil, inWorker: true) == processors + 1)
        #expect(count(3, remote: true) == 6 && count(3, remote: true, limit: 4) == 4)
        #expect(count(3, remote: true, limit: 1) == 3 && count(3, remote: true, limit: 100) == 16)
        #expect(count(20, remote: true, limit: 100) == 20)
    }
}
