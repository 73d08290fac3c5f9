import Testing

@testable import PhotoModel

@Suite("JSON") struct JSONTests {
    @Test("is read strictly, and not deeper than it makes sense")
    func strict() throws {
        #expect(
            try JSONReader.read(Array(#" {"a":[1,-2.5e1,true,null,"\u00e9\ud83d\ude00\n"],"b":{}} "#.utf8))
                == JSON([
                    "a": .array([.number(1), .number(-25), .bool(true), .null, .text("é😀\n")]), "b": .object([]),
                ]))
        #expect(try JSONReader.read(Array(#""\ud83d""#.utf8)) == .text("\u{FFFD}"))
        for wrong in [
            "", "{", "[1,]", "{\"a\"}", "tru", "1 2", "\"\u{01}\"", "\"\\x\"", "+1", "--1", "1e999", "{\"a\":1,}",
            "\"abc",
        ] {
            #expect(throws: JSONReader.Problem.self, "\(wrong)") { try JSONReader.read(Array(wrong.utf8)) }
        }
        #expect(throws: JSONReader.Problem.tooDeep) {
            try JSONReader.read([UInt8](repeating: UInt8(ascii: "["), count: 1_000_000))
        }
        #expect(throws: JSONReader.Problem.tooMany) {
            try JSONReader.read(Array(("[" + String(repeating: "0,", count: 4_000_001) + "0]").utf8))
        }
        let document = JSON(["text": .text("\"\\\n\u{0}é"), "number": .number(3), "none": nil])
        #expect(try JSONReader.read(document.bytes) == document)
    }

    @Test(
        "keeps what came before the first mistake, where its beginning is enough",
        arguments: [
            (#"{"a":1,"b":[2,{"c":3"#, #"{"a":1,"b":[2,{"c":3}]}"#), (#"{"a":1,"b":tru}"#, #"{"a":1}"#),
            ("[1,[2,x],3]", "[1,[2]]"), ("{\"a\":\"line\nbreak\"} and more", #"{"a":"line\nbreak"}"#),
            ("\u{FEFF}[1]", "[1]"), (#"{"a":"half"#, "{}"), ("[1 2]", "[1]"), ("[", "[]"),
        ])
    func beginning(text: String, kept: String) throws {
        #expect(JSONReader.readBeginning(Array(text.utf8)) == (try JSONReader.read(Array(kept.utf8))))
    }

    @Test("is nothing where not even the beginning is some", arguments: ["", "x", "\"half", "nul"])
    func none(text: String) {
        #expect(JSONReader.readBeginning(Array(text.utf8)) == nil)
    }
}
