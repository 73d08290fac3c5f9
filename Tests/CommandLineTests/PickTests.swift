import Foundation
import PhotoFixtures
import TestSupport
import Testing

@Suite("picker pick")
struct PickTests {
    let picker: PickerProgram
    let photos: FixtureFolder

    init() throws {
        picker = try PickerProgram()
        photos = try FixtureFolder()
        for name in ["a.jpg", "b.jpg", "c.jpg"] { try photos.write(name) }
        try photos.write("clip.mp4", SampleMedia.mp4)
    }

    private func start(_ arguments: String...) async throws -> RunningServer {
        try await RunningServer(picker, ["pick", photos.path, "--no-open"] + arguments)
    }

    /// Picks these, as the page does.
    private func finish(_ server: RunningServer, _ names: [String]) async throws -> HTTPAnswer {
        let known = try await server.assets()
        let identifiers = try names.map { try #require(known[$0]) }
        let body = try JSONSerialization.data(withJSONObject: ["assets": identifiers])
        return try await server.client.post(
            "/picker/v1/session/done", String(decoding: body, as: UTF8.self),
            headers: ["Content-Type": "application/json"])
    }

    @Test("goes on at a SIGHUP that is meant for servers, and ends with its terminal")
    func hangUp() async throws {
        let server = try await start()
        kill(server.process.processIdentifier, SIGHUP)
        try await Task.sleep(for: .milliseconds(200))
        #expect(try await finish(server, ["a.jpg"]).status == 200)
        #expect(try await server.end().lines == [photos.path("a.jpg")])

        try await TerminalRun(
            picker, "pick \(photos.path) --no-open", noting: photos.surroundings.path("number")
        ).close()
    }

    @Test("prints the paths in the order of picking and ends well")
    func prints() async throws {
        let server = try await start()
        #expect(try await finish(server, ["c.jpg", "a.jpg"]).status == 200)
        let result = try await server.end()
        #expect(result.status == 0, "\(result)")
        #expect(result.lines == [photos.path("c.jpg"), photos.path("a.jpg")])
    }

    @Test("--print0 ends each path with a NUL byte, so that names with line breaks survive")
    func print0() async throws {
        try photos.write("new\nline.jpg")
        let server = try await start("--print0")
        #expect(try await finish(server, ["new\nline.jpg", "b.jpg"]).status == 200)
        let result = try await server.end()
        #expect(result.output == photos.path("new\nline.jpg") + "\0" + photos.path("b.jpg") + "\0")
    }

    @Test("--print0 prints names that are not UTF-8 in their own bytes")
    func rawNames() async throws {
        try photos.write(rawName: [0xE9] + Array(".jpg".utf8), try SamplePhoto.jpeg())
        let server = try await start("--print0")
        #expect(try await finish(server, ["\u{FFFD}.jpg"]).status == 200)
        let result = try await server.end()
        #expect(result.standardOutput == Array(photos.path.utf8) + [0x2F, 0xE9] + Array(".jpg".utf8) + [0])
    }

    @Test("--print id and --print json print identifiers and everything known")
    func printsOthers() async throws {
        let byID = try await start("--print", "id")
        let identifier = try #require(try await byID.assets()["a.jpg"])
        #expect(try await finish(byID, ["a.jpg"]).status == 200)
        #expect(try await byID.end().lines == [identifier])
        let asJSON = try await start("--print", "json")
        #expect(try await finish(asJSON, ["b.jpg", "a.jpg"]).status == 200)
        let document = try await asJSON.end().json()
        let assets = try #require(document["assets"] as? [[String: Any]])
        #expect(assets.map { $0["filename"] as? String } == ["b.jpg", "a.jpg"])
        #expect(document["totalByteSize"] as? Int == assets.compactMap { $0["byteSize"] as? Int }.reduce(0, +))
    }

    @Test("--copy-to copies what was picked beside what is there already, and prints the copies")
    func copies() async throws {
        let folder = photos.surroundings.path("copies")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try photos.surroundings.write("mine", to: "copies/a.jpg")
        let server = try await start("--copy-to", folder)
        #expect(try await finish(server, ["a.jpg", "b.jpg"]).status == 200)
        let result = try await server.end()
        #expect(result.lines == ["\(folder)/a (2).jpg", "\(folder)/b.jpg"], "\(result)")
        #expect(try Files.bytes("\(folder)/a (2).jpg") == (try Files.bytes(photos.path("a.jpg"))))
        #expect(try Files.bytes("\(folder)/a.jpg") == Array("mine".utf8))
    }

    @Test("--copy-to shortens the longest names where a number has to be in them")
    func longNames() async throws {
        let name = String(repeating: "é", count: 125) + ".jpg"
        try photos.write(name)
        let folder = photos.surroundings.path("copies")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try photos.surroundings.write("mine", to: "copies/\(name)")
        let server = try await start("--copy-to", folder)
        #expect(try await finish(server, [name]).status == 200)
        let copy = "\(folder)/" + String(repeating: "é", count: 123) + " (2).jpg"
        let result = try await server.end()
        #expect(result.lines == [copy], "\(result)")
        #expect(try Files.bytes(copy) == (try Files.bytes(photos.path(name))))
        #expect(try Files.bytes("\(folder)/\(name)") == Array("mine".utf8))
    }

    @Test("--copy-to keeps the bytes of names that are not UTF-8, in a folder that has such a name")
    func rawCopies() async throws {
        try photos.write(rawName: [0xE9] + Array(".jpg".utf8), try SamplePhoto.jpeg())
        try photos.write(rawName: [0xE8] + Array(".png".utf8), try SamplePhoto.jpeg())
        let folder = photos.surroundings.path("copies")
        let server = try await start("--print0", "--copy-to", folder)
        let known = try await server.assets()
        #expect(Set(known.keys).isSuperset(of: ["\u{FFFD}.jpg", "\u{FFFD}.png"]))
        #expect(try await finish(server, ["\u{FFFD}.jpg", "\u{FFFD}.png"]).status == 200)
        let result = try await server.end()
        // One of them is a JPEG with an extension that is not true.
        let start = Array("\(folder)/".utf8)
        let end = Array(".jpg".utf8) + [0]
        #expect(result.standardOutput == start + [0xE9] + end + start + [0xE8] + end, "\(result)")
        let names = try await picker.shell(#"cd "$1" && printf '%s\n' *"#, folder).standardOutput
        #expect(names == [0xE8] + Array(".jpg\n".utf8) + [0xE9] + Array(".jpg\n".utf8))
    }

    @Test("cancelling prints nothing and ends with 1")
    func cancelled() async throws {
        let server = try await start()
        #expect(try await server.client.post("/picker/v1/session/cancel").status == 200)
        let result = try await server.end()
        #expect(result.status == 1 && result.output.isEmpty, "\(result)")
    }

    @Test("Ctrl-C prints nothing and ends with 130")
    func interrupted() async throws {
        let server = try await start()
        let result = try await server.end(SIGINT)
        #expect(result.status == 130 && result.output.isEmpty, "\(result)")
    }

    @Test("more than --limit or fewer than --min are refused, and the page goes on")
    func limits() async throws {
        let server = try await start("--limit", "2", "--min", "1")
        #expect(try await finish(server, []).status == 400)
        #expect(try await finish(server, ["a.jpg", "b.jpg", "c.jpg"]).status == 400)
        #expect(try await finish(server, ["b.jpg"]).status == 200)
        #expect(try await server.end().lines == [photos.path("b.jpg")])
    }

    @Test("--media shows and takes only that")
    func media() async throws {
        let server = try await start("--media", "video")
        #expect(try await server.assets().keys.sorted() == ["clip.mp4"])
        #expect(try await finish(server, ["clip.mp4"]).status == 200)
        #expect(try await server.end().lines == [photos.path("clip.mp4")])
    }

    @Test("a folder that cannot be written ends it before a link is printed", arguments: ["/proc/nothing", "file"])
    func destinationFirst(name: String) async throws {
        try photos.surroundings.write("no folder", to: "file")
        let folder = name.hasPrefix("/") ? name : photos.surroundings.path(name)
        let result = try await picker("pick", photos.path, "--no-open", "--copy-to", folder)
        #expect(result.status == 73 && !result.errors.contains("signin"), "\(result)")
        #expect(result.errors.contains(folder))
    }

    @Test("what cannot be copied at the end is said on the page, which keeps the choice, and nothing is left of it")
    func failedHandover() async throws {
        let folder = photos.surroundings.path("copies")
        let server = try await start("--copy-to", folder)
        try photos.write("gone.jpg")
        _ = try await server.assets()
        try FileManager.default.removeItem(atPath: folder)
        try photos.surroundings.write("in the way", to: "copies")
        let refused = try await finish(server, ["a.jpg", "b.jpg"])
        #expect(refused.status == 400 && refused.text.contains(folder), "\(refused)")
        #expect(try await server.client.get("/picker/v1/session").text.contains("pending"))
        try FileManager.default.removeItem(atPath: folder)
        #expect(try await finish(server, ["a.jpg", "b.jpg"]).status == 200)
        let result = try await server.end()
        #expect(result.status == 0 && result.lines == ["\(folder)/a.jpg", "\(folder)/b.jpg"], "\(result)")
    }

    @Test("Ctrl-C while photos are copied prints nothing, leaves no copy and ends with 130")
    func interruptedHandover() async throws {
        let folder = photos.surroundings.path("copies")
        // Seconds of work, so that there is a middle to be interrupted in.
        try photos.write("large.jpg", try SamplePhoto.jpeg(1600, 1200))
        try photos.multiply("large.jpg", by: 2000)
        let server = try await start("--copy-to", folder)
        _ = try await server.assets()
        let roll = try #require(try await server.json("/picker/v1/collections")["cameraRoll"] as? String)
        let client = server.client
        let asking = Task {
            try await client.post(
                "/picker/v1/session/done", "{\"parts\": [{\"collection\": \"\(roll)\"}]}",
                headers: ["Content-Type": "application/json"])
        }
        _ = try await until("some are copied") { Files.names(in: folder).count > 3 ? true : nil }
        let result = try await server.end(SIGINT)
        let answer = try? await asking.value
        #expect(result.status == 130 && result.output.isEmpty && result.errors.contains("signin"), "\(result)")
        #expect(Files.names(in: folder).isEmpty)
        #expect(answer?.status != 200)
    }

    @Test("who gives up after copying failed has cannot write as the exit code")
    func givenUp() async throws {
        let folder = photos.surroundings.path("copies")
        let server = try await start("--copy-to", folder)
        try FileManager.default.removeItem(atPath: folder)
        try photos.surroundings.write("in the way", to: "copies")
        #expect(try await finish(server, ["a.jpg"]).status == 400)
        #expect(try await server.client.post("/picker/v1/session/cancel").status == 200)
        let result = try await server.end()
        #expect(result.status == 73 && result.output.isEmpty && result.errors.contains(folder), "\(result)")
    }

    @Test("a whole album can be picked without a list of its photos")
    func wholeAlbum() async throws {
        try photos.write("Summer/x.jpg")
        try photos.write("Summer/y.jpg")
        let server = try await start()
        _ = try await server.assets()
        let list = try await server.json("/picker/v1/collections")
        let albums = try #require(list["collections"] as? [[String: Any]])
        let summer = try #require(albums.first { $0["title"] as? String == "Summer" }?["localIdentifier"] as? String)
        let answer = try await server.client.post(
            "/picker/v1/session/done", "{\"parts\": [{\"collection\": \"\(summer)\"}]}",
            headers: ["Content-Type": "application/json"])
        #expect(answer.status == 200, "\(answer)")
        #expect(try await server.end().lines.sorted() == [photos.path("Summer/x.jpg"), photos.path("Summer/y.jpg")])
    }

    @Test("--accept refuses other kinds of files, and the page goes on")
    func accepts() async throws {
        let server = try await start("--accept", "video/*", "--accept", "[bB]*.j?g", "--asked-by", "Notes")
        #expect(try await server.client.get("/picker/v1/session").text.contains("Notes"))
        let refused = try await finish(server, ["clip.mp4", "a.jpg"])
        #expect(refused.status == 400 && refused.text.contains("a.jpg"), "\(refused)")
        #expect(try await finish(server, ["clip.mp4", "b.jpg"]).status == 200)
        #expect(try await server.end().lines == [photos.path("clip.mp4"), photos.path("b.jpg")])
    }

    @Test("--accept knows the other names that programs have for a format")
    func acceptsOtherNames() async throws {
        let server = try await start("--accept", "image/jpg", "--accept", "video/mov")
        let refused = try await finish(server, ["clip.mp4"])
        #expect(refused.status == 400 && refused.text.contains("clip.mp4"), "\(refused)")
        #expect(try await finish(server, ["a.jpg"]).status == 200)
        #expect(try await server.end().lines == [photos.path("a.jpg")])
    }

    @Test("over ssh it prints the line that forwards the port, and nothing of a session that is none")
    func forwarding() async throws {
        let name = ["USER": "anna"]
        let ssh = name.merging(["SSH_CONNECTION": "192.0.2.9 5123 192.0.2.7 2222"]) { $1 }
        let server = try await RunningServer(picker, ["pick", photos.path, "--no-open"], environment: ssh)
        let result = try await server.end(SIGINT)
        #expect(
            result.errors.contains("ssh -N -p 2222 -L \(server.port):127.0.0.1:\(server.port) anna@192.0.2.7\n"),
            "\(result)")
        let hostile = name.merging(["SSH_CONNECTION": "1 2 $(reboot) 22"]) { $1 }
        let other = try await RunningServer(picker, ["pick", photos.path, "--no-open"], environment: hostile)
        #expect(try await other.end(SIGINT).errors.contains("ssh") == false)
    }
}
