import PhotoModel
import Platform
import Testing

@testable import PickerHost

@Suite("A library without end", .timeLimit(.minutes(5))) struct EndlessLibraryTests {
    /// Whose windows are always full, and whose count is not known.
    private static func endless() throws -> LibraryScript {
        try LibraryScript { answers in
            answers.collections = [AssetCollection(localIdentifier: "c", title: "", type: .smartAlbum)]
            answers.assets = (0..<1000).map { sampleAsset("\($0)") }
            (answers.countsLate, answers.isEndless) = (true, true)
        }
    }

    @Test("A list whose windows are always full is an error when it is counted, read for its days or for its members")
    func windows() async throws {
        let library = try await Self.endless().open()
        defer { library.close() }
        let result = try await library.fetch()
        #expect(try await result.window(offset: 0, length: 10).count == 10)
        #expect(try await result.knownCount() == nil)
        let errors = [
            await #expect(throws: PhotoError.self) { try await result.count() },
            await #expect(throws: PhotoError.self) { try await result.days() },
            await #expect(throws: PhotoError.self) { try await CollectionMembers(of: library).members(of: "c") },
        ]
        for error in errors {
            #expect(error?.status == .internal && error?.message.contains("has no end") == true, "\(error as Any)")
        }
    }

    @Test("A list that is read to its end has so many assets at most, and none of its windows begins like the first")
    func reading() throws {
        var reading = WindowReading(of: "x", offset: Int.max - 1, limit: 3)
        try reading.add([sampleAsset("a"), sampleAsset("b")])
        #expect(reading.offset == Int.max)
        try reading.add([])
        try reading.add([sampleAsset("c")])
        #expect(throws: PhotoError.self) { try reading.add([sampleAsset("d")]) }
        var again = WindowReading(of: "x")
        try again.add([sampleAsset("a")])
        #expect(again.offset == 1)
        #expect(throws: PhotoError.self) { try again.add([sampleAsset("a")]) }
    }

    @Test("A folder of collections that is inside of itself is shown once")
    func cycle() async throws {
        // The script's library has all of them in each of its folders.
        let script = try LibraryScript { answers in
            answers.collections = [
                AssetCollection(localIdentifier: "f", title: "", type: .folder),
                AssetCollection(localIdentifier: "a", title: "", type: .album),
                AssetCollection(localIdentifier: "g", title: "", type: .folder),
            ]
        }
        let library = try await script.open()
        defer { library.close() }
        #expect(try await library.allCollections().map(\.localIdentifier) == ["f", "a", "g", "a", "a"])
        let folder = try #require(try await library.collections().first)
        #expect(try await library.allCollections(in: folder).map(\.localIdentifier) == ["a", "g", "a"])
    }

    @Test("Folders that are in each other without end, and collections without end, are an error")
    func depth() throws {
        var walk = FolderWalk(of: "x", from: nil)
        let error = #expect(throws: PhotoError.self) {
            for number in 0..<10_000 {
                try walk.enter([AssetCollection(localIdentifier: "\(number)", title: "", type: .folder)])
                #expect(walk.nextFolder()?.localIdentifier == "\(number)")
            }
        }
        #expect(error?.status == .internal && walk.collections.count == 2048)
        var wide = FolderWalk(of: "x", from: nil)
        let album = AssetCollection(localIdentifier: "a", title: "", type: .album)
        #expect(throws: PhotoError.self) { try wide.enter(Array(repeating: album, count: 1 << 21)) }
    }

    @Test("A number of assets, or a place in a list, that cannot be is an error", arguments: [Int.max, 1 << 41])
    func lengths(length: Int) async throws {
        let script = try LibraryScript { answers in
            answers.assets = [sampleAsset("a"), sampleAsset("b")]
            answers.saidLength = length
            // Their sum is right where it wraps around.
            answers.days = (0..<4).map { DayCount(day: $0, count: length) } + [DayCount(day: 9, count: 2)]
        }
        let library = try await script.open()
        defer { library.close() }
        let result = try await library.fetch()
        let errors = [
            await #expect(throws: PhotoError.self) { try await result.count() },
            await #expect(throws: PhotoError.self) { try await result.days() },
            await #expect(throws: PhotoError.self) { try await result.index(of: "b") },
        ]
        for error in errors { #expect(error?.status == .internal) }
    }

    @Test("A list that is read to be counted is read no further when the time of the call is over")
    func lateCount() async throws {
        let script = try Self.endless()
        let library = try await script.open()
        defer { library.close() }
        let result = try await library.fetch()
        #expect(throws: PhotoError.deadline) { try result.fetch.count(control: CallControl(deadline: 1)) }
        #expect(!script.log.events.contains { $0.hasPrefix("window") })
    }

    @Test("Days whose sum is the number of assets by overflow alone are an error")
    func days() async throws {
        let script = try LibraryScript { answers in
            answers.assets = [sampleAsset("a"), sampleAsset("b")]
            answers.days = [Int.max, Int.max, 2, 2].enumerated().map { DayCount(day: Int64($0), count: $1) }
        }
        let library = try await script.open()
        defer { library.close() }
        let error = await #expect(throws: PhotoError.self) { try await library.fetch().days() }
        #expect(error?.status == .internal)
    }

    @Test("Sizes that are larger than a number have the largest sum")
    func sizes() async throws {
        let script = try LibraryScript { answers in
            var asset = sampleAsset("a", bytes: .max)
            asset.representationCount = 2
            let file = Representation(
                role: .photo, filename: "a", path: AssetPath("a"), contentType: "public.jpeg", byteSize: .max,
                contentTag: 0)
            answers.assets = [asset, sampleAsset("b")]
            answers.details = [AssetDetails(asset: asset, representations: [file, file], camera: nil)]
        }
        let library = try await script.open()
        defer { library.close() }
        for includesRepresentations in [false, true] {
            let sizes = try await library.requestSize(
                of: ["a", "b"], includesRepresentations: includesRepresentations)
            #expect(sizes.total == .max && sizes.entries.map(\.byteSize) == [.max, 100])
        }
    }

    @Test("A photo that has more bytes than any is not copied to the disk to take its place out")
    func endlessPhoto() async throws {
        let script = try LibraryScript { answers in
            answers.bytes = [1, 2, 3]
            let file = Representation(
                role: .photo, filename: "a.jpg", path: AssetPath("a.jpg"), contentType: "public.jpeg", byteSize: .max,
                contentTag: 1)
            answers.details = [AssetDetails(asset: sampleAsset("a"), representations: [file], camera: nil)]
        }
        let library = try await script.open()
        defer { library.close() }
        let original = try await library.requestURLAsset(for: "a")
        let error = await #expect(throws: PhotoError.self) { try await library.originalWithoutLocation(original) }
        #expect(error?.status == .tooLarge && error?.message.hasPrefix("a.jpg: ") == true, "\(error?.message ?? "")")
        #expect(script.heard.withLock { $0.reads }.isEmpty)
    }
}
