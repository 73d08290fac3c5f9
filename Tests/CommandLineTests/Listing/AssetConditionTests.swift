import Foundation
import PhotoFixtures
import TestSupport
import Testing

@Suite("picker assets with conditions on what is known of a photo")
struct AssetConditionTests {
    let picker: PickerProgram
    let photos: FixtureFolder

    init() throws {
        picker = try PickerProgram()
        photos = try FixtureFolder()
        try photos.write("berlin.jpg")
        try photos.write("berlin.xmp", Self.packet(rating: 4, title: "Übersee", place: "52,30.0N", "13,15.0E"))
        try photos.write("fiji.jpg")
        try photos.write("fiji.xmp", Self.packet(rating: 2, title: "Sea", place: "17,0.0S", "179,30.0E"))
        try photos.write("plain.png", try SamplePhoto.png())
    }

    private static func packet(rating: Int, title: String, place latitude: String, _ longitude: String) -> [UInt8] {
        Array(
            """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"
            xmlns:exif="http://ns.adobe.com/exif/1.0/" xmp:Rating="\(rating)" exif:GPSLatitude="\(latitude)"
            exif:GPSLongitude="\(longitude)"><dc:title>\(title)</dc:title></rdf:Description></rdf:RDF></x:xmpmeta>
            """.utf8)
    }

    private func paths(_ arguments: String...) async throws -> [String] {
        let all = ["assets", "--library", photos.path, "--backend", "fetch-result"] + arguments
        let result = try await picker.run(PickerProgram.path, all)
        result.expectSuccess()
        return result.lines.map { String($0.split(separator: "\t").last ?? "") }.sorted()
    }

    @Test("--rating takes stars or a range of them, and 0 for what is not rated")
    func ratings() async throws {
        #expect(try await paths("--rating", "4") == ["berlin.jpg"])
        #expect(try await paths("--rating", "1-5") == ["berlin.jpg", "fiji.jpg"])
        #expect(try await paths("--rating", "0") == ["plain.png"])
    }

    @Test("--text looks into names and titles, whatever the case, and joins other conditions")
    func text() async throws {
        #expect(try await paths("--text", "ÜBER") == ["berlin.jpg"])
        #expect(try await paths("--text", "sea") == ["fiji.jpg"])
        #expect(try await paths("--text", "see") == ["berlin.jpg"])
        #expect(try await paths("--text", "I", "--rating", "0-2") == ["fiji.jpg", "plain.png"])
    }

    @Test("--place takes edges that begin with a minus, and boxes across the meridian of 180 degrees")
    func places() async throws {
        #expect(try await paths("--place", "50,10,60,20") == ["berlin.jpg"])
        #expect(try await paths("--place", "-20,170,-10,-170") == ["fiji.jpg"])
        #expect(try await paths("--place", "-90,-180,90,180") == ["berlin.jpg", "fiji.jpg"])
    }

    @Test("--content-type, --min-bytes and --max-bytes keep files of a type and size, both ends included")
    func files() async throws {
        #expect(try await paths("--content-type", "public.png") == ["plain.png"])
        #expect(try await paths("--content-type", "public.png", "--content-type", "public.jpeg").count == 3)
        let size = try #require(
            try FileManager.default.attributesOfItem(atPath: photos.path + "/plain.png")[.size] as? Int)
        #expect(try await paths("--min-bytes", "\(size)", "--max-bytes", "\(size)") == ["plain.png"])
        #expect(try await !paths("--min-bytes", "\(size + 1)").contains("plain.png"))
    }

    @Test("--stack-bursts leaves one photo of each burst, and the others say in JSON that they are stacked")
    func stacks() async throws {
        for name in ["P_BURST001.jpg", "P_BURST002_COVER.jpg", "P_BURST003.jpg"] { try photos.write(name) }
        #expect(try await paths().count == 6)
        #expect(
            try await paths("--stack-bursts") == ["P_BURST002_COVER.jpg", "berlin.jpg", "fiji.jpg", "plain.png"])
        #expect(try await paths("--stack-bursts", "--text", "burst001").isEmpty)
        let result = try await picker.run(
            PickerProgram.path,
            ["assets", "--library", photos.path, "--backend", "fetch-result", "--text", "burst", "--json"])
        result.expectSuccess()
        #expect(result.lines.count { $0.contains(#""burst","stacked""#) } == 2, "\(result.output)")
    }

    @Test("A backend that does not stack bursts is named with what it lacks, in one line")
    func unstacked() async throws {
        let result = try await picker.run(
            PickerProgram.path,
            ["assets", "--library", photos.path, "--backend", "legacy-group", "--stack-bursts", "--sort", "created"])
        #expect(!result.succeeded && result.output.isEmpty)
        #expect(result.errors.contains("lacks query-subtypes, stacks;"), "\(result.errors)")
        #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
    }

    @Test("A backend that does not serve a condition is named with what it lacks")
    func unserved() async throws {
        for arguments in [["--rating", "3"], ["--text", "sea", "--sort", "created"]] {
            let result = try await picker.run(
                PickerProgram.path,
                ["assets", "--library", photos.path, "--backend", "legacy-group"] + arguments)
            #expect(!result.succeeded && result.errors.contains("lacks query-"), "\(result.errors)")
        }
    }

    @Test("Conditions that cannot be are a wrong use of the command")
    func invalid() async throws {
        for arguments in [
            ["--rating", "6"], ["--rating", "4-2"], ["--rating", "-1"], ["--text", ""], ["--place", "1,2,3"],
            ["--place", "91,0,92,0"], ["--place", "2,0,1,0"], ["--place", "nan,0,1,0"], ["--min-bytes=-1"],
        ] {
            let result = try await picker.run(PickerProgram.path, ["assets", "--library", photos.path] + arguments)
            result.expectFailure(64, naming: "--help")
        }
    }
}
