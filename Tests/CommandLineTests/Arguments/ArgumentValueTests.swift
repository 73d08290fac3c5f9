import PhotoModel
import Testing

@testable import PickerCommands

@Suite("Values of arguments")
struct ArgumentValueTests {
    @Test("A size is one number or two, or full, and images can have it from 1 to 65,535")
    func sizes() throws {
        #expect(SizeArgument(argument: "300")?.pixels == PixelSize(width: 300, height: 300))
        #expect(SizeArgument(argument: "1x65535")?.pixels == PixelSize(width: 1, height: 65_535))
        let full = try #require(SizeArgument(argument: "full"))
        #expect(full.pixels == nil)
        for text in ["full", "1", "65535", "1x65535"] {
            let size = try #require(SizeArgument(argument: text))
            try size.check()
        }
        for text in ["0", "65536", "1x0", "65536x1", "-1", "99999999999999999999"] {
            let size = try #require(SizeArgument(argument: text))
            #expect(throws: (any Error).self, "\(text)") { try size.check() }
        }
        for text in ["", "x", "3x", "x3", "3x4x5", "3 x 4", "Full", "3.5"] {
            let isSize = SizeArgument(argument: text) != nil
            #expect(!isSize, "\(text)")
        }
    }

    @Test("A crop is four numbers: where it begins, which may be 0, and how large it is, which may not")
    func crops() throws {
        let rect = try #require(CropArgument(argument: "0,1,2,3")).rect
        #expect(rect == PixelRect(x: 0, y: 1, width: 2, height: 3))
        for text in ["", "1,2,3", "1,2,3,4,5", "-1,2,3,4", "1,-2,3,4", "1,2,0,4", "1,2,3,0", "1,2,x,4", "1,,3,4"] {
            let isCrop = CropArgument(argument: text) != nil
            #expect(!isCrop, "\(text)")
        }
    }

    @Test("A quality is from 1 to 100")
    func qualities() throws {
        for percent in [1, 100] { try QualityArgument(percent).check() }
        for percent in [0, 101, -1] {
            #expect(throws: (any Error).self, "\(percent)") { try QualityArgument(percent).check() }
        }
        #expect(QualityArgument(argument: "85")?.percent == 85 && QualityArgument(argument: "x")?.percent == nil)
    }

    private static let mistakes: [(text: String, place: String, reason: String)] = [
        (#"{"a": 1,}"#, "1:9", "there is a comma before it, and nothing after that"),
        (#"{"a" 1}"#, "1:6", "a colon is missing"), (#"{a: 1}"#, "1:2", "a name in quotes is missing"),
        (#"{"a": 1 "b": 2}"#, "1:9", "a comma is missing, or a }"), ("[1 2]", "1:4", "a comma is missing, or a ]"),
        (#"{"a": tru}"#, "1:7", "\"t\" begins no value; is a quote missing?"),
        (#"{"a": "x"#, "1:9", "it ends within a value, or before one"),
        ("{\"a\": \"x\n\"}", "1:9", "a quote is missing"), ("{} x", "1:4", "there is something behind its end"),
        ("", "1:1", "it ends within a value, or before one"), (#"{"é" 1}"#, "1:6", "a colon is missing"),
        ("{\n  \"é\": 1,\n  \"b\": no}", "3:8", "\"n\" begins no value; is a quote missing?"),
        (String(repeating: "[", count: 101), "1:101", "too many brackets within each other"),
    ]

    @Test("What is wrong in a JSON file is found at its line and column", arguments: mistakes)
    func mistake(text: String, place: String, reason: String) throws {
        let places = JSONPlaces(Array(text.utf8))
        let mistake = try #require(places.mistake)
        #expect(places.place(mistake.offset) == place && mistake.reason == reason)
    }

    @Test("Names of the outermost object are found where they are first, whatever is in its values")
    func names() {
        let places = JSONPlaces(Array(#"{"a": {"b": 1}, "c": [{"d": -2.5e3}], "a": null, "e\"": "\\"}"#.utf8))
        #expect(places.mistake == nil)
        #expect(places.keys == ["a": 1, "c": 16, #"e\""#: 49])
        let deep = String(repeating: "[", count: 100) + String(repeating: "]", count: 100)
        #expect(JSONPlaces(Array(deep.utf8)).mistake == nil)
    }

    @Test("A path has a folder and a name, and another file may be in it or beside it")
    func paths() {
        #expect(FilePath("a/b").folder == FilePath("a") && FilePath("a/b").name == Array("b".utf8))
        #expect(FilePath("a").folder == FilePath(".") && FilePath("/a").folder == FilePath("/"))
        #expect(FilePath("a/").name.isEmpty && FilePath("/").folder == FilePath("/"))
        #expect(FilePath("a").appending("b".utf8) == FilePath("a/b"))
        #expect(FilePath("a/b").beside("c".utf8) == FilePath("a/c") && FilePath("b").beside("c".utf8) == FilePath("c"))
        #expect(FilePath("/a/./b/../c//d").withoutDots == FilePath("/a/c/d"))
        #expect(FilePath("/../..").withoutDots == FilePath("/") && FilePath("/a/..").withoutDots == FilePath("/"))
    }

    @Test("A path is below a folder by whole names, and a folder is below itself")
    func below() {
        func parts(_ path: String, _ folder: String) -> [String]? {
            FilePath(path).parts(below: FilePath(folder))?.map { String(decoding: $0, as: UTF8.self) }
        }
        #expect(parts("/a/b/c", "/a") == ["b", "c"] && parts("/a/b", "/") == ["a", "b"])
        #expect(parts("/a", "/a") == [] && parts("/a/b", "/a/") == ["b"])
        #expect(parts("/ab", "/a") == nil && parts("/b/a", "/a") == nil && parts("/a", "/a/b") == nil)
    }

    @Test("A library's name has letters, digits and three signs, not at its beginning, in 64 bytes at most")
    func libraryNames() {
        let longest = String(repeating: "é", count: 32)
        for name in ["a", "1", "Urlaub-2024_a.b", "é", "海", longest] {
            #expect(NamedLibrary.isName(name), "\(name)")
        }
        for name in ["", "-a", ".a", "_a", "a b", "a/b", "a:b", "٣", "a٣", longest + "x"] {
            #expect(!NamedLibrary.isName(name), "\(name)")
        }
    }
}
