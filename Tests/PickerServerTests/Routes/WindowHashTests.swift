import Foundation
import PhotoFixtures
import PickerHost
import TestSupport
import Testing

@testable import PickerServer

@Suite("Preview hashes of what a page lists")
struct WindowHashTests {
    /// Hashes by the names of files, as the page reads them.
    private func hashes(_ server: TestServer) async throws -> [String: [UInt8]] {
        let page = try await server.json("collections/\(try await server.cameraRoll())/assets?order=reversed")
        let assets = try #require(page["assets"] as? [[String: Any]])
        let pairs = assets.compactMap { asset -> (String, [UInt8])? in
            guard let name = asset["filename"] as? String, let text = asset["placeholder"] as? String else {
                return nil
            }
            let base64 = text.replacing("-", with: "+").replacing("_", with: "/")
            let padded = base64 + String(repeating: "=", count: (4 - base64.count % 4) % 4)
            return (name, Array(Data(base64Encoded: padded) ?? Data()))
        }
        return Dictionary(uniqueKeysWithValues: pairs)
    }

    /// Asks again for half a minute.
    private func until(_ condition: () async throws -> Bool) async throws {
        for _ in 0..<600 {
            if try await condition() { return }
            try await Task.sleep(for: .milliseconds(50))
        }
        Issue.record("it did not come")
    }

    @Test("are there the first time that photos are listed, or soon", arguments: ["legacy-group", "fetch-result"])
    func firstTime(backend: String) async throws {
        let (photos, data) = (try FixtureFolder(), try TemporaryFolder())
        try photos.write("wide.jpg", try SamplePhoto.jpeg(400, 300))
        try photos.write("broken.jpg", Array(try SamplePhoto.jpeg().prefix(30)))
        try photos.write("clip.mp4", SampleMedia.mp4)
        let library = LibraryConfiguration(root: photos.path, backend: .id(backend), dataDirectory: data.path)
        try await TestServer.run(library) { server in
            // On a busy machine the first answer may not have waited long enough.
            try await until { try await hashes(server)["wide.jpg"] != nil }
            let found = try await hashes(server)
            #expect(Array(found.keys) == ["wide.jpg"])
            // Four cells by three, without alpha.
            #expect(found["wide.jpg"]?.prefix(4) == [1, 0, 4, 3] && found["wide.jpg"]?.count == 4 + 36)
        }
    }

    @Test("of a photo that has to be decoded as a whole are not waited for, and are made when nothing is asked for")
    func whole() async throws {
        let photos = try FixtureFolder()
        try photos.write("large.png", try SamplePhoto.png(1300, 900))
        try photos.write("small.png", try SamplePhoto.png(400, 300))
        try await TestServer.run(photos) { server in
            #expect(try await hashes(server)["large.png"] == nil)
            try await until { try await hashes(server)["small.png"] != nil }
            // Each list that is asked for puts it off.
            for _ in 0..<20 {
                try await Task.sleep(for: .milliseconds(1500))
                if try await hashes(server)["large.png"]?.prefix(4) == [1, 0, 4, 3] { return }
            }
            Issue.record("it did not come")
        }
    }

    @Test("follow a photo that changes")
    func changed() async throws {
        let photos = try FixtureFolder()
        try photos.write("photo.jpg", try SamplePhoto.jpeg(400, 300))
        try await TestServer.run(photos) { server in
            try await until { try await hashes(server)["photo.jpg"] != nil }
            try photos.write("photo.jpg", try SamplePhoto.jpeg(300, 400))
            try await until { try await hashes(server)["photo.jpg"]?.prefix(4) == [1, 0, 3, 4] }
        }
    }

    @Test("are made smaller by the mean of their cells, and stay what they are when they are small or of another kind")
    func smaller() {
        let white = [UInt8](repeating: 255, count: 8 * 6 * 3)
        #expect(SmallHash.small([1, 0, 8, 6] + white) == [1, 0, 4, 3] + white.prefix(36))
        // Black and white side by side: light between them, not half of the number.
        let stripes = (0..<8 * 2).flatMap { [UInt8](repeating: $0 % 2 == 0 ? 0 : 255, count: 3) }
        #expect(SmallHash.small([1, 0, 8, 2] + stripes) == [1, 0, 4, 1] + [UInt8](repeating: 180, count: 12))
        let odd = [UInt8](repeating: 7, count: 8 * 5 * 3)
        #expect(SmallHash.small([1, 0, 8, 5] + odd) == [1, 0, 4, 3] + odd.prefix(36))
        let few: [UInt8] = [1, 0, 4, 1] + [UInt8](repeating: 9, count: 12)
        #expect(SmallHash.small(few) == few)
        let clear: [UInt8] = [1, 1, 7, 7] + [UInt8](repeating: 9, count: 7 * 7 * 4)
        #expect(SmallHash.small(clear) == clear && SmallHash.small([]) == nil)
    }
}
