import BackendKit
import Foundation
import PhotoModel
import Platform
import TestSupport
import Testing

@testable import PickerHost

@Suite("Images on the disk", .timeLimit(.minutes(15))) struct DiskCacheTests {
    private static let options = ImageOptions(targetSize: PixelSize(width: 4, height: 4))

    private let folder: TemporaryFolder
    private let script: LibraryScript
    private let calls = CallCounter()

    /// The number of the image that is made next.
    private final class CallCounter: Sendable {
        private let count = Atomic(0)
        var last: Int { count.load(ordering: .sequentiallyConsistent) }
        func next() -> Int { count.add(1, ordering: .sequentiallyConsistent).newValue }
    }

    init() throws {
        folder = try TemporaryFolder()
        let calls = calls
        // Images are as wide as the number of the call that made them.
        script = try LibraryScript {
            $0.image = { (_, _, _, deliver) throws(PhotoError) in
                _ = deliver(Frame(pixels: ReleaseCounter().buffer(.rgb8, width: calls.next())))
            }
        }
        try write("one")
    }

    private func write(_ text: String) throws { try Data(text.utf8).write(to: URL(filePath: script.root + "/a.jpg")) }

    private var settings: DiskCacheSettings { DiskCacheSettings(folder: folder.path("cache"), byteCount: 1 << 20) }
    private var pack: String { folder.path("cache/images-1") }

    /// The width of the image as a process of its own would get it: without what another one has in memory.
    private func width(
        version: UInt64 = 1, options: ImageOptions = options, _ choice: BackendChoice = .path(ScriptedBackends.first),
        settings other: DiskCacheSettings? = nil
    ) async throws -> Int {
        let library = try await script.open(choice, diskCache: other ?? settings)
        defer { library.close() }
        let width = try await image(of: library, version: version, options: options)
        await library.finishCaching()
        return width
    }

    private func image(
        of library: PhotoLibrary, version: UInt64 = 1, options: ImageOptions = options
    ) async throws -> Int {
        var asset = sampleAsset("a")
        asset.contentTag = version
        return try await library.encodedImage(of: "a", asset: asset, options: options, encoding: .png).size.width
    }

    @Test("Images on the disk are found by the next process that asks for the same")
    func found() async throws {
        #expect(try await width() == 1)
        #expect(try await width() == 1)
        #expect(try await width(options: ImageOptions(targetSize: PixelSize(width: 5, height: 4))) == 2)
        #expect(try await width(version: 2) == 3)
        #expect(try await width(.path(ScriptedBackends.second)) == 4)
        #expect(try await width() == 1)
    }

    @Test("Images on the disk are counted, and asked for once by each process")
    func counted() async throws {
        _ = try await width()
        let library = try await script.open(diskCache: settings)
        for _ in 0..<3 { #expect(try await image(of: library) == 1) }
        #expect(library.diskCacheCounts.hits == 1 && library.diskCacheCounts.misses == 0)
        #expect(library.diskCacheCounts.bytes > 0)
        #expect(library.memoryCacheCounts.hits == 2 && library.memoryCacheCounts.misses == 1)
        _ = try await image(of: library, version: 2)
        #expect(library.diskCacheCounts.misses == 1)
        library.close()
    }

    @Test("Images on the disk are never of a file that changed, also while the backend does not know that yet")
    func changedFile() async throws {
        #expect(try await width() == 1)
        try write("two")
        #expect(try await width() == 2)
        try FileManager.default.removeItem(atPath: script.root + "/a.jpg")
        #expect(try await width() == 3)
        try write("one")
        #expect(try await width() == 4)
        #expect(try await width() == 4)
    }

    @Test("Images on the disk are not those of a file that changed while they were made")
    func changedWhileMade() async throws {
        let (calls, path) = (calls, script.root + "/a.jpg")
        script.answers.withLock {
            $0.image = { (_, _, _, deliver) throws(PhotoError) in
                let number = calls.next()
                if number == 1 { try? Data("three".utf8).write(to: URL(filePath: path)) }
                _ = deliver(Frame(pixels: ReleaseCounter().buffer(.rgb8, width: number)))
            }
        }
        #expect(try await width() == 1)
        #expect(try await width() == 2)
        #expect(try await width() == 2)
    }

    @Test("Images on the disk are kept although another process held their file while it was opened")
    func held() async throws {
        #expect(try await width() == 1)
        let file = open(pack, O_RDWR | O_CLOEXEC)
        defer { close(file) }
        let isHeld = flock(file, LOCK_EX) == 0
        #expect(isHeld)
        let calls = calls
        script.answers.withLock {
            $0.image = { (_, _, _, deliver) throws(PhotoError) in
                flock(file, LOCK_UN)
                _ = deliver(Frame(pixels: ReleaseCounter().buffer(.rgb8, width: calls.next())))
            }
        }
        #expect(try await width(version: 2) == 2)
        #expect(try await width(version: 2) == 2)
    }

    @Test("Images on the disk are complete and final", arguments: [true, false])
    func onlyGood(isDegraded: Bool) async throws {
        let calls = calls
        script.answers.withLock {
            $0.image = { (_, _, _, deliver) throws(PhotoError) in
                let pixels = ReleaseCounter().buffer(.rgb8, width: calls.next())
                _ = deliver(Frame(pixels: pixels, isDegraded: isDegraded, isIncomplete: !isDegraded))
            }
        }
        for number in 1...2 { #expect(try await width() == number) }
    }

    @Test("Images on the disk that are damaged, or whose file was removed or emptied, are made again, and kept again")
    func damaged() async throws {
        #expect(try await width() == 1)
        let library = try await script.open(diskCache: settings)
        let damages: [() throws -> Void] = [
            { try FileManager.default.removeItem(atPath: pack) },
            { try FileManager.default.removeItem(atPath: folder.path("cache")) },
            { truncate(pack, 0) },
            { try Data(repeating: 1, count: 1 << 20).write(to: URL(filePath: pack)) },
        ]
        for (number, damage) in damages.enumerated() {
            try damage()
            let next = calls.last + 1
            #expect(try await width() == next)
            #expect(try await width() == next)
            // And by a process that has had the former file open all the time.
            let version = UInt64(number + 100)
            let made = try await image(of: library, version: version)
            await library.finishCaching()
            #expect(try await width(version: version) == made)
        }
        library.close()
    }

    @Test("Images on the disk may be without a place to be: then they are made each time")
    func noPlace() async throws {
        try Data().write(to: URL(filePath: folder.path("file")))
        let nowhere = DiskCacheSettings(folder: folder.path("file/cache"), byteCount: 1 << 20)
        for number in 1...2 { #expect(try await width(settings: nowhere) == number) }
        let library = try await script.open(diskCache: nowhere)
        for version in 1...20 { _ = try await image(of: library, version: UInt64(version)) }
        library.close()
        for off in [DiskCacheSettings.off, DiskCacheSettings(folder: folder.path("off"), byteCount: 0)] {
            let before = calls.last
            #expect(try await width(settings: off) == before + 1)
        }
        #expect(!exists(folder.path("off")))
    }

    @Test("Images on the disk have keys that differ in whatever they depend on")
    func keys() throws {
        #expect(Mirror(reflecting: Self.options).children.count == 8, "a new option must be in the key, and here")
        let info = BackendInfo(id: "a", name: "A", version: "1", priority: 0, capabilities: [], formats: [])
        var newer = info
        newer.version = "2"
        var asset = sampleAsset("a")
        asset.contentTag = 1
        var other = sampleAsset("b")
        other.contentTag = 1
        var changed = asset
        changed.contentTag = 2
        func key(
            _ info: BackendInfo, _ plugin: String, _ asset: Asset, _ options: ImageOptions, _ encoding: ImageEncoding,
            _ root: String, _ path: String?
        ) throws -> PackKey {
            let renderer = Renderer(info, path: plugin, file: FileStatus.Version(path: plugin))
            let key = try #require(CachedImageKey(renderer, asset, options: options, encoding: encoding))
            return PackedImageRequest(key, root: root, path: path.map { Array($0.utf8) }).packKey
        }
        let (options, file) = (Self.options, script.root + "/a.jpg")
        var all = [
            try key(info, "/p", asset, options, .png, "/r", file),
            try key(newer, "/p", asset, options, .png, "/r", file),
            try key(info, "/q", asset, options, .png, "/r", file),
            try key(info, file, asset, options, .png, "/r", file),
            try key(info, "/p", other, options, .png, "/r", file),
            try key(info, "/p", changed, options, .png, "/r", file),
            try key(info, "/p", asset, options, .png, "/s", file), try key(info, "/p", asset, options, .png, "/r", nil),
        ]
        let changes: [(inout ImageOptions) -> Void] = [
            { $0.targetSize = nil }, { $0.targetSize = PixelSize(width: 4, height: 5) },
            { $0.contentMode = .aspectFill },
            { $0.deliveryMode = .fastFormat }, { $0.resizeMode = .exact }, { $0.version = .original },
            { $0.crop = PixelRect(x: 0, y: 0, width: 1, height: 1) }, { $0.convertsToSRGB.toggle() },
        ]
        for change in changes {
            var options = options
            change(&options)
            all.append(try key(info, "/p", asset, options, .png, "/r", file))
        }
        let encodings: [ImageEncoding] = [
            .jpeg(quality: 80), .jpeg(quality: 81), .jpeg(quality: 80, progressive: true), .webp(quality: 80),
            .automatic(quality: 80),
        ]
        for encoding in encodings { all.append(try key(info, "/p", asset, options, encoding, "/r", file)) }
        #expect(Set(all).count == all.count)
        #expect(try key(info, "/p", asset, options, .png, "/r", file) == all[0])
        // An image is the same, whether or not the network may be used for it.
        var local = options
        local.allowsNetwork.toggle()
        #expect(try key(info, "/p", asset, local, .png, "/r", file) == all[0])
    }
}
