import Foundation
import PhotoFixtures
import PhotoModel
import PickerHost
import TestSupport
import Testing

@Suite(
    "A file that is rewritten while it is read, whatever the backend", .timeLimit(.minutes(15)),
    .overFolders(because: "what is read is an object that no one rewrites"))
struct RewritingContractTests {
    /// How a program replaces the content of a file.
    enum Way: CaseIterable, Sendable { case inPlace, byRenaming }

    @Test(
        "gives the bytes of one version or the error that it changed, never a mixture", arguments: BackendUnderTest.all,
        Way.allCases)
    func bytes(backend: BackendUnderTest, way: Way) async throws {
        let file = try RewrittenFile(way) { version in
            Array(try SamplePhoto.jpeg()) + [UInt8](repeating: version, count: 200_000)
        }
        let outcomes = try await file.read(rounds: TestExtent.choose(20, all: 80), by: 8, backend) { library, photo in
            let original = try await library.requestURLAsset(for: photo)
            let bytes = try await library.read(original.reference, offset: 0, count: Int(original.byteSize))
            return file.versions.contains(bytes)
        }
        #expect(outcomes.mixtures == 0 && outcomes.others == 0, "\(outcomes)")
        #expect(outcomes.whole > 0, "\(outcomes)")
    }

    @Test("shows one version or the error that it changed, never a mixture", arguments: BackendUnderTest.all)
    func images(backend: BackendUnderTest) async throws {
        let images = try [40, 200].map { try SamplePhoto.plain(400, 300, level: $0) }
        let length = images.map(\.count).max() ?? 0
        let padded = images.map { $0 + [UInt8](repeating: 0, count: length - $0.count) }
        let file = try RewrittenFile(.inPlace) { padded[Int($0 % 2)] }
        let options = ImageOptions(targetSize: PixelSize(width: 300, height: 300), deliveryMode: .highQualityFormat)
        let outcomes = try await file.read(rounds: TestExtent.choose(15, all: 30), by: 8, backend) { library, photo in
            let image = try await library.requestImage(for: photo, options: options).finalImage().pixels
            let levels = try image.quarters().joined()
            return (levels.max() ?? 0) - (levels.min() ?? 255) < 20
        }
        #expect(outcomes.mixtures == 0 && outcomes.others == 0, "\(outcomes)")
        #expect(outcomes.whole > 0, "\(outcomes)")
    }
}

/// How often a read ended in what way.
private struct Outcomes: Sendable {
    var whole = 0
    var changed = 0
    var mixtures = 0
    var others = 0

    mutating func add(_ body: () async throws -> Bool) async {
        do {
            if try await body() { whole += 1 } else { mixtures += 1 }
        } catch {
            if (error as? PhotoError)?.status == .changed { changed += 1 } else { others += 1 }
        }
    }

    mutating func add(_ more: Outcomes) {
        whole += more.whole
        changed += more.changed
        mixtures += more.mixtures
        others += more.others
    }
}

/// A photo that a thread rewrites again and again, mostly without a pause.
private struct RewrittenFile: Sendable {
    private let folder: FixtureFolder
    private let way: RewritingContractTests.Way
    let versions: [[UInt8]]

    init(_ way: RewritingContractTests.Way, _ version: (UInt8) throws -> [UInt8]) throws {
        folder = try FixtureFolder()
        self.way = way
        versions = try (0..<8).map(version)
        try folder.write("photo.jpg", versions[0])
    }

    /// Reads it on many tasks while it is rewritten. `body` says whether it got one version and nothing else.
    func read(
        rounds: Int, by tasks: Int, _ backend: BackendUnderTest,
        _ body: @escaping @Sendable (PhotoLibrary, String) async throws -> Bool
    ) async throws -> Outcomes {
        let library = try await backend.open(folder.path)
        defer { library.close() }
        let photo = try await library.asset("photo.jpg").localIdentifier
        let isRead = Flag()
        async let writer: Void = onThread { try rewrite(while: isRead) }
        let outcomes = await withTaskGroup(of: Outcomes.self) { readers in
            for _ in 0..<tasks {
                readers.addTask {
                    var outcomes = Outcomes()
                    for _ in 0..<rounds { await outcomes.add { try await body(library, photo) } }
                    return outcomes
                }
            }
            return await readers.reduce(into: Outcomes()) { $0.add($1) }
        }
        isRead.lower()
        try await writer
        return outcomes
    }

    private func rewrite(while isRead: Flag) throws {
        var generator = SeededGenerator(seed: 3)
        let handle = try FileHandle(forUpdating: URL(fileURLWithPath: folder.path("photo.jpg")))
        while isRead.isRaised {
            let bytes = versions[Int(generator.next() % 8)]
            switch way {
            case .inPlace:
                try handle.seek(toOffset: 0)
                try handle.write(contentsOf: Data(bytes))
            case .byRenaming:
                let next = folder.surroundings.path("next")
                try Data(bytes).write(to: URL(fileURLWithPath: next))
                guard rename(next, folder.path("photo.jpg")) == 0 else { throw POSIXError(.EIO) }
            }
            // Now and then long enough for the file to count as complete.
            usleep(generator.next() % 16 == 0 ? 60_000 : UInt32(generator.next() % 500))
        }
    }
}
