import PhotoFixtures
import TestSupport
import Testing

@Suite("Videos on the command line")
struct VideoTests {
    let picker: PickerProgram
    let photos: FixtureFolder

    init() throws {
        picker = try PickerProgram()
        photos = try FixtureFolder()
        var video = try SampleVideo.quarters(64, 48)
        video.frames[10...] = ArraySlice(repeating: try SampleVideo.flat([90, 90, 90]), count: 10)
        try photos.write("film.mp4", video.mp4())
        try photos.write("photo.jpg")
    }

    @Test("info shows length, speed and codec", arguments: ["legacy-group", "fetch-result"])
    func info(backend: String) async throws {
        let result = try await picker("info", "film.mp4", "--library", photos.path, "--backend", backend)
        result.expectSuccess()
        for line in ["duration", "speed", "codec"] { #expect(result.lines.contains { $0.hasPrefix(line) }, "\(line)") }
        #expect(result.output.contains("2 s") && result.output.contains("10 frames a second"))
        let document = try await picker(
            "info", "film.mp4", "--library", photos.path, "--backend", backend, "--json"
        ).json()
        #expect(document["duration"] as? Double == 2)
        let video = try #require(document["video"] as? [String: Any])
        #expect(video["videoCodec"] as? String == "jpeg" && video["hasAudio"] as? Bool == false)
        #expect(video["framesPerSecond"] as? Double == 10)
    }

    @Test("image gives the poster, and the frame at a time", arguments: ["legacy-group", "fetch-result"])
    func image(backend: String) async throws {
        let common = ["--library", photos.path, "--backend", backend, "--size", "full", "--out", "-"]
        let poster = try await picker.run(PickerProgram.path, ["image", "film.mp4"] + common)
        #expect(try DecodedPhoto(poster.standardOutput).shows(SamplePhoto.colors))
        let later = try await picker.run(PickerProgram.path, ["image", "film.mp4", "--time", "1.55"] + common)
        #expect(try DecodedPhoto(later.standardOutput).shows([[Int]](repeating: [90, 90, 90], count: 4)))
    }

    @Test("a time is for videos, and not before the beginning")
    func badTime() async throws {
        let common = ["--library", photos.path, "--size", "full", "--out", "-"]
        let photo = try await picker.run(PickerProgram.path, ["image", "photo.jpg", "--time", "1"] + common)
        photo.expectFailure(66, naming: "photo.jpg has no video")
        let early = try await picker.run(PickerProgram.path, ["image", "film.mp4", "--time=-1"] + common)
        #expect(early.status == 64)
    }
}
