import Cryptography
import HTTPTypes
import Hummingbird
import PhotoModel
import Testing

@testable import PickerServer

@Suite("The tags of If-None-Match and If-Match")
struct EntityTagTests {
    @Test(
        "are what is between quotes; a field that is no list of tags has none",
        arguments: [
            (["\"a\""], ["a"]), (["W/\"a\""], ["a"]), (["\"a\", W/\"b\""], ["a", "b"]),
            ([" \"a\"\t,, \"b\" , "], ["a", "b"]), (["\"a,b\""], ["a,b"]), (["\"\""], [""]),
            (["\"a\"", "junk", "\"b\""], ["a", "b"]), (["*", "\"a\""], ["a"]), (["\"a\", *"], []),
            ([], []), ([""], []), (["a"], []), (["\"a"], []), (["\"a\" \"b\""], []), (["\"a\"b"], []),
            (["w/\"a\""], []), (["W/a"], []), (["W/"], []),
        ] as [([String], [String])])
    func lists(fields: [String], tags: [String]) { #expect(EntityTags(fields) == .these(tags)) }

    @Test("are all tags for a star, and strong ones alone where a part is to be joined to what is there")
    func kinds() {
        #expect(EntityTags([" * "]) == .any)
        #expect(EntityTags(["W/\"a\", \"b\""], takesWeak: false) == .these(["b"]))
        #expect(EntityTags(["*"], takesWeak: false) == .any)
    }

    @Test("match the tag that has the same letters, and nothing that has none")
    func matching() {
        #expect(EntityTags.any.match("\"a\"") && EntityTags.any.match(nil))
        let tags = EntityTags(["\"a\", \"b\""])
        #expect(tags.match("\"a\"") && tags.match("\"b\""))
        for other in ["\"A\"", "a", "\"ab\"", "W/\"a\"", nil] { #expect(!tags.match(other), "\(other ?? "nil")") }
    }
}

@Suite("Answers in gzip")
struct GzipTests {
    @Test(
        "are sent to who takes them, by name or as one of all",
        arguments: [
            (["gzip"], true), (["deflate, GZIP;q=0.5"], true), (["x-gzip"], true), (["*"], true),
            (["br, *;q=0.1"], true), (["*;q=0, gzip"], true), (["br", "gzip"], true), (["gzip;level=1"], true),
            (["gzip;q=0"], false), (["gzip; Q=0.000"], false), (["gzip;q=x"], false), (["*;q=0"], false),
            (["*, gzip;q=0"], false), (["identity"], false), (["gzipped"], false), ([""], false), ([], false),
        ] as [([String], Bool)])
    func accepted(values: [String], isAccepted: Bool) {
        var fields = HTTPFields()
        fields[values: .acceptEncoding] = values
        #expect(Gzip.isAccepted(fields) == isAccepted)
    }

    @Test("are made of a kibibyte and more, if that makes them shorter")
    func compressed() throws {
        #expect(Gzip.compressed([UInt8](repeating: 7, count: 1023)) == nil)
        let short = try #require(Gzip.compressed([UInt8](repeating: 7, count: 1024)))
        #expect(short.starts(with: [0x1F, 0x8B, 8]) && short.count < 64)
        // The length of what was compressed ends it (RFC 1952, section 2.3.1).
        #expect(Array(short.suffix(4)) == [0, 4, 0, 0])
        var state: UInt64 = 1
        let noise = (0..<4096).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 56)
        }
        #expect(Gzip.compressed(noise) == nil)
    }
}

@Suite("What is read of a request")
struct RequestReadingTests {
    private func request(_ target: String, _ fields: HTTPFields = [:]) -> Request {
        Request(
            head: HTTPRequest(method: .get, scheme: "http", authority: "h", path: target, headerFields: fields),
            body: RequestBody(buffer: ByteBuffer()))
    }

    @Test("A query is read as forms write it, and its numbers only within their bounds")
    func query() throws {
        let request = request("/x?a=1+2&b=1%2B2&c=%C3%A9&n=7&m=-1&f=1.5")
        #expect(request.query("a") == "1 2" && request.query("b") == "1+2" && request.query("c") == "\u{E9}")
        #expect(request.query("d") == nil && request.query("A") == nil)
        #expect(try request.integer("n", default: 3, in: 7...7) == 7)
        #expect(try request.integer("none", default: 3, in: 7...7) == 3)
        for (name, range) in [("n", 0...6), ("n", 8...9), ("m", 0...9), ("f", 0...9), ("c", 0...9)] {
            let error = #expect(throws: ServerError.self) { try request.integer(name, default: 3, in: range) }
            #expect(error?.status == .badRequest && error?.name == "INVALID_ARGUMENT")
            let words = "\(name) must be a whole number from \(range.lowerBound) to \(range.upperBound)"
            #expect(error?.message == words)
        }
    }

    @Test("An image has sides of 1 to 16384 pixels, and the usual ones if none are given")
    func sizes() throws {
        #expect(try request("/x").pixelSize(default: 320) == PixelSize(width: 320, height: 320))
        #expect(try request("/x?w=1").pixelSize(default: 320) == PixelSize(width: 1, height: 320))
        #expect(try request("/x?h=16384&w=2").pixelSize(default: 320) == PixelSize(width: 2, height: 16_384))
        for wrong in ["/x?w=0", "/x?h=0", "/x?w=16385", "/x?h=16385", "/x?w=", "/x?h=a"] {
            #expect(throws: ServerError.self, "\(wrong)") { try request(wrong).pixelSize(default: 320) }
        }
    }

    @Test("All cookies of a name are read, in quotes or not, and none of a longer or another name")
    func cookies() {
        var fields = HTTPFields()
        fields[values: .cookie] = [
            "a=1; picker_1=\"x\"; picker_1 = y ;picker_1; PICKER_1=z; picker_11=w",
            "picker_1=b=c; picker_1=; picker_1=\"",
        ]
        #expect(request("/", fields).cookieValues("picker_1") == ["x", "y", "b=c", "", "\""])
        #expect(request("/").cookieValues("picker_1").isEmpty)
    }

    @Test("A token is what follows the word Bearer in the only field, up to 512 bytes")
    func tokens() {
        func secret(_ values: [String]) -> SHA256Digest? {
            var fields = HTTPFields()
            fields[values: .authorization] = values
            return ClientGuard.secret(in: fields)
        }
        let expected = Secret.hash(of: "abc")
        for value in ["Bearer abc", "bearer abc", "BEARER   abc"] { #expect(secret([value]) == expected, "\(value)") }
        let longest = String(repeating: "a", count: 512)
        #expect(secret(["Bearer \(longest)"]) == Secret.hash(of: longest))
        let none: [[String]] = [
            [], [""], ["Bearer"], ["abc"], ["Basic abc"], ["Bearerabc"], ["Bearer \(longest)a"],
            ["Bearer abc", "Bearer abc"],
        ]
        for values in none { #expect(secret(values) == nil, "\(values)") }
    }
}
