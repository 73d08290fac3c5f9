import BackendKit
import PhotoModel
import Platform
import Testing

@testable import ImmichServing

@Suite("Images and files of an Immich library", .enabled(if: FakeImmich.isAvailable, FakeImmich.explanation))
struct MediaTests {
    private func images(
        _ library: ImmichLibrary, _ asset: Asset, _ side: Int?, _ mode: DeliveryMode = .highQualityFormat
    ) throws(PhotoError) -> [ImageFile] {
        var files: [ImageFile] = []
        let options = ImageOptions(targetSize: side.map { PixelSize(width: $0, height: $0) }, deliveryMode: mode)
        try library.requestImageFile(of: asset.localIdentifier, options: options, call: BackendCall()) {
            files.append($0)
            return .more
        }
        return files
    }

    @Test("Small images are thumbnails, larger ones previews, and the largest the original, one request each")
    func sizes() throws {
        let server = try FakeImmich(["--synthetic", "60"])
        let library = try server.open()
        let asset = try #require(
            try library.assets(.all, FetchOptions(mediaTypes: .image)).first { $0.contentType == "public.jpeg" })
        // The server's thumbnails are smaller than they usually are, which is learned from the first.
        _ = try images(library, asset, 300)
        for (side, path) in [(100, "thumbnail"), (300, "thumbnail"), (400, "thumbnail"), (nil, "original")]
            as [(Int?, String)]
        {
            try server.forgetRequests()
            let files = try images(library, asset, side)
            #expect(files.count == 1 && files[0].isFinal && !files[0].isDegraded, "\(side ?? 0)")
            #expect(files[0].fullSize == PixelSize(width: asset.pixelWidth, height: asset.pixelHeight))
            let requests = try server.requests()
            #expect(requests.count == 1 && requests[0].hasSuffix(path), "\(requests)")
        }
        let steps = try images(library, asset, nil, .opportunistic)
        #expect(steps.map(\.isFinal) == [false, false, true] && steps.map(\.isDegraded) == [true, true, false])
        let fast = try images(library, asset, nil, .fastFormat)
        #expect(fast.count == 1 && fast[0].isFinal && fast[0].isDegraded)
        let fresh = try server.open()
        try server.forgetRequests()
        _ = try images(fresh, asset, 80)
        #expect(try server.requests().count == 1)
    }

    @Test("Videos have images, which are degraded when larger ones are wanted than the server made")
    func videos() throws {
        let server = try FakeImmich(["--synthetic", "100"])
        let library = try server.open()
        let asset = try #require(try library.assets(.all, FetchOptions(mediaTypes: .video)).first)
        #expect(asset.duration ?? 0 > 0)
        #expect(try images(library, asset, 200).map(\.isDegraded) == [false])
        let whole = try images(library, asset, nil)
        #expect(whole.count == 1 && whole[0].isFinal)
    }

    @Test("Without the network there is what came before, and nothing is asked for")
    func withoutNetwork() throws {
        let server = try FakeImmich(["--synthetic", "60"])
        let library = try server.open()
        let assets = try library.assets(.all, FetchOptions(mediaTypes: .image)).filter {
            $0.contentType == "public.jpeg"
        }
        let (seen, unseen) = (try #require(assets.first), try #require(assets.last))
        #expect(assets.allSatisfy { $0.availability == .remote })
        let thumbnail = try images(library, seen, 100)
        try server.forgetRequests()
        func kept(_ asset: Asset, _ side: Int?, _ mode: DeliveryMode = .opportunistic) throws(PhotoError) -> [ImageFile]
        {
            var options = ImageOptions(targetSize: side.map { PixelSize(width: $0, height: $0) }, deliveryMode: mode)
            options.allowsNetwork = false
            var files: [ImageFile] = []
            try library.requestImageFile(of: asset.localIdentifier, options: options, call: BackendCall()) {
                files.append($0)
                return .more
            }
            return files
        }
        for mode in [DeliveryMode.opportunistic, .highQualityFormat, .fastFormat] {
            let files = try kept(seen, 100, mode)
            #expect(files.map(\.bytes) == thumbnail.map(\.bytes) && files.allSatisfy { $0.isFinal && !$0.isDegraded })
        }
        #expect(try kept(seen, nil).map(\.isDegraded) == [true])
        #expect { try kept(unseen, 100) } throws: { ($0 as? PhotoError)?.status == .networkNotAllowed }
        var request = ReadRequest(localIdentifier: seen.localIdentifier, representation: 0, offset: 0, count: 10)
        request.allowsNetwork = false
        #expect { try library.read(request, call: BackendCall()) } throws: {
            ($0 as? PhotoError)?.status == .networkNotAllowed
        }
        #expect(try server.requests() == [])
        library.readyImages.forget([try #require(ImmichID(seen.localIdentifier, prefix: "a"))])
        #expect { try kept(seen, 100) } throws: { ($0 as? PhotoError)?.status == .networkNotAllowed }
    }

    @Test("What is kept is bounded: what was used least goes first, and what is too large is not kept")
    func bound() throws {
        let images = ReadyImages()
        let header = try #require(ImageHeader([0xFF, 0xD8, 0xFF]))
        func file(_ count: Int) -> ReadyImages.File {
            .init(bytes: [UInt8](repeating: 0, count: count), header: header)
        }
        func id(_ number: Int) -> ImmichID {
            ImmichID(
                uuid: "00000000-0000-0000-0000-" + String(repeating: "0", count: 10)
                    + (number < 10 ? "0\(number)" : "\(number)"))!
        }
        images.keep(file(5 << 20), id(0), .preview, false)
        #expect(images[id(0), .preview, false] == nil)
        for number in 1...8 {
            images.keep(file(2 << 20), id(number), .preview, false)
            #expect(images[id(1), .preview, false] != nil)
        }
        images.keep(file(2 << 20), id(9), .preview, false)
        #expect(images[id(1), .preview, false] != nil && images[id(2), .preview, false] == nil)
        #expect((3...9).allSatisfy { images[id($0), .preview, false] != nil })
        // One that takes the place of another counts once.
        for _ in 0..<20 { images.keep(file(2 << 20), id(9), .preview, false) }
        #expect((3...9).allSatisfy { images[id($0), .preview, false] != nil })
        #expect(images[id(9), .preview, true] == nil && images[id(9), .thumbnail, false] == nil)
    }

    @Test("A photo whose disk at the server is off is offline")
    func offline() throws {
        let server = try FakeImmich(["--synthetic", "5"])
        try server.fault("other-values", ["values": JSON(["isOffline": .bool(true)])])
        let library = try server.open()
        let asset = try #require(try library.assets().first)
        let details = try library.details(of: asset.localIdentifier, call: BackendCall())
        #expect(asset.availability == .offline && details.representations.allSatisfy { $0.availability == .offline })
    }

    @Test("A file is read in parts, no byte more, and goes on where a connection was cut")
    func parts() throws {
        let server = try FakeImmich(["--synthetic", "30"])
        let library = try server.open()
        let asset = try #require(try library.assets(.all, FetchOptions(mediaTypes: .image)).first)
        func read(_ offset: Int64, _ count: Int) throws(PhotoError) -> [UInt8] {
            let request = ReadRequest(
                localIdentifier: asset.localIdentifier, representation: 0, offset: offset, count: count,
                contentTag: asset.contentTag)
            return try library.read(request, call: BackendCall())
        }
        let details = try library.details(of: asset.localIdentifier, call: BackendCall())
        let size = Int(details.representations[0].byteSize)
        let whole = try read(0, size + 1_000)
        #expect(whole.count == size && asset.byteSize == Int64(size))
        #expect(try read(10, 100) == Array(whole[10..<110]))
        #expect(try read(Int64(size) - 5, 100) == Array(whole.suffix(5)))
        #expect(try read(Int64(size), 100) == [])
        try server.fault("close", ["path": .text("/original"), "afterBytes": .number(300), "count": .number(1)])
        try server.forgetRequests()
        #expect(try read(0, size) == whole)
        #expect(try server.requests().count == 2)
        try server.repair()
        try server.fault("headers", ["path": .text("/original"), "remove": .array([.text("Content-Range")])])
        try server.repair()
        try server.fault("changed-asset", ["path": .text("/original"), "count": .number(1)])
        #expect { try read(0, size) } throws: { ($0 as? PhotoError)?.status == .changed }
        try server.repair()
        #expect { try read(0, size) } throws: { ($0 as? PhotoError)?.status == .changed }
    }

    @Test("A file that is replaced after a connection was cut gives bytes of one version")
    func replacedAfterCut() throws {
        let server = try FakeImmich(["--synthetic", "30"])
        // The size is not known, so that it does not tell the versions apart.
        let documents = JSON.text("/search|/timeline|/assets/[^/]*$")
        try server.fault("other-values", ["path": documents, "values": JSON(["fileSizeInByte": .null])])
        let library = try server.open()
        let asset = try #require(try library.assets(.all, FetchOptions(mediaTypes: .image)).first)
        let request = ReadRequest(localIdentifier: asset.localIdentifier, representation: 0, offset: 0, count: 1_000)
        try server.fault("close", ["path": .text("/original"), "afterBytes": .number(300), "count": .number(1)])
        try server.fault("changed-asset", ["path": .text("/original"), "count": .number(1)])
        let bytes = try library.read(request, call: BackendCall())
        let replaced = try server.open().read(request, call: BackendCall())
        #expect(bytes == replaced)
    }

    @Test("A file whose size the server does not know yet is read to its end (R9.20)")
    func unknownSize() throws {
        let server = try FakeImmich(["--synthetic", "30"])
        func whole(_ library: ImmichLibrary, _ asset: Asset, by step: Int) throws -> [UInt8] {
            var bytes: [UInt8] = []
            while true {
                let request = ReadRequest(
                    localIdentifier: asset.localIdentifier, representation: 0, offset: Int64(bytes.count), count: step,
                    contentTag: asset.contentTag)
                let part = try library.read(request, call: BackendCall())
                bytes += part
                if part.count < step { return bytes }
            }
        }
        let known = try server.open()
        let photo = try #require(try known.assets(.all, FetchOptions(mediaTypes: .image)).first)
        let expected = try whole(known, photo, by: 1 << 20)
        // Not of the files, which are no documents.
        let documents = JSON.text("/search|/timeline|/assets/[^/]*$")
        try server.fault("other-values", ["path": documents, "values": JSON(["fileSizeInByte": .null])])
        let library = try server.open()
        let asset = try #require(
            try library.assets(.all, FetchOptions(mediaTypes: .image)).first {
                $0.localIdentifier == photo.localIdentifier
            })
        #expect(asset.byteSize == 0)
        #expect(try whole(library, asset, by: 1_000) == expected)
        // It ends where a part does: the next one is after the end.
        #expect(try whole(library, asset, by: expected.count) == expected)
    }

    @Test("Sixty thumbnails at once take eight times the latency, over eight connections")
    func screen() async throws {
        let server = try FakeImmich(["--synthetic", "200", "--latency-ms", "50"])
        let library = try server.open()
        let assets = try library.fetch(.all, options: FetchOptions(), call: BackendCall()).assets(0, 61)
        _ = try images(library, assets[60], 200)
        try server.forgetRequests()
        let start = MonotonicTime.now
        let threads = (0..<60).compactMap { number in
            JoinableThread { _ = try? self.images(library, assets[number], 200) }
        }
        for thread in threads { thread.join() }
        let milliseconds = (MonotonicTime.now - start) / 1_000_000
        let log = try server.control("GET", "/log")
        #expect(log["requests"]?.elements?.count == 60)
        #expect(log["mostInFlight"]?.integer ?? 0 <= 8 && log["connectionsOpen"]?.integer ?? 0 <= 9)
        #expect(milliseconds < 1_500, "took \(milliseconds) ms")
        print("60 thumbnails: \(milliseconds) ms")
    }
}
