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

    @Test("passes on the elements of one array of an object, and keeps all else")
    func passing() throws {
        func read(_ text: String) throws(JSONReader.Problem) -> (elements: [JSON], rest: JSON) {
            var elements: [JSON] = []
            let rest = try JSONReader.read(Array(text.utf8), passing: "a") {
                elements.append($0)
                return true
            }
            return (elements, rest)
        }
        let usual = try read("\u{FEFF}" + #" { "b" : {"a":[5]} , "a" : [ 1 , {"c":[2]} ] , "d" : null } "#)
        #expect(usual.elements == [.number(1), JSON(["c": .array([.number(2)])])])
        let others = [JSON.Member(name: "a", value: .array([])), JSON.Member(name: "d", value: .null)]
        #expect(
            usual.rest == .object([JSON.Member(name: "b", value: JSON(["a": .array([.number(5)])]))] + others))
        #expect(try read("{}").rest == .object([]))
        let empty = try read(#"{"a":[]}"#)
        #expect(empty.elements.isEmpty && empty.rest == JSON(["a": .array([])]))
        let other = try read(#"{"a":"[1]"}"#)
        #expect(other.elements.isEmpty && other.rest == JSON(["a": .text("[1]")]))
        for wrong in [
            "", "[1]", "{", #"{"a""#, #"{"a":[1}"#, #"{"a":[1,]}"#, #"{"a":[1]"#, #"{"a":[1]} 2"#, #"{"a":[1],}"#,
        ] {
            #expect(throws: JSONReader.Problem.self, "\(wrong)") { try read(wrong) }
        }
    }

    @Test("passes on more elements than a document may have values, each of which may have as many")
    func passingMany() throws {
        var count = 0
        let text = #"{"a":["# + String(repeating: "0,", count: 4_000_001) + "0]}"
        _ = try JSONReader.read(Array(text.utf8), passing: "a") { _ in
            count += 1
            return true
        }
        #expect(count == 4_000_002)
        let large = #"{"a":[["# + String(repeating: "0,", count: 4_000_001) + "0]]}"
        #expect(throws: JSONReader.Problem.tooMany) {
            try JSONReader.read(Array(large.utf8), passing: "a") { _ in true }
        }
        count = 0
        #expect(throws: JSONReader.Problem.tooMany) {
            try JSONReader.read(Array(#"{"a":[1,2,3]}"#.utf8), passing: "a") { _ in
                count += 1
                return count < 2
            }
        }
        #expect(count == 2)
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

    @Test("is read to the depth of 64, and no deeper")
    func depth() throws {
        func nested(_ depth: Int) -> [UInt8] {
            [UInt8](repeating: UInt8(ascii: "["), count: depth) + [UInt8](repeating: UInt8(ascii: "]"), count: depth)
        }
        #expect(try JSONReader.read(nested(64)).bytes == nested(64))
        #expect(throws: JSONReader.Problem.tooDeep) { try JSONReader.read(nested(65)) }
        // Beside each other, not in each other.
        let wide = Array(("[" + String(repeating: "[[]],", count: 100) + "[]]").utf8)
        #expect(try JSONReader.read(wide).bytes == wide)
    }

    @Test(
        "has every escape, and U+FFFD for half of a pair",
        arguments: [
            (#""\b\f\n\r\t\/\"\\""#, "\u{8}\u{C}\n\r\t/\"\\"), (#""\u0041\u00E9\u20ac""#, "Aé€"),
            (#""\uD83D\uDE00""#, "😀"), (#""\uDBFF\uDFFF""#, "\u{10FFFF}"), (#""\ud83d\u0041""#, "\u{FFFD}A"),
            (#""\ude00\ud83d""#, "\u{FFFD}\u{FFFD}"), (#""\ud83dx""#, "\u{FFFD}x"), (#""\ud83d\n""#, "\u{FFFD}\n"),
            (#""x\u0000y""#, "x\0y"), ("\"\u{7F}\"", "\u{7F}"),
        ])
    func escapes(text: String, expected: String) throws {
        #expect(try JSONReader.read(Array(text.utf8)) == .text(expected))
    }

    @Test(
        "has numbers as exactly as a double has them",
        arguments: [
            ("0", 0), ("-0.5", -0.5), ("123456789012345", 123_456_789_012_345),
            ("1234567890123456", 1_234_567_890_123_456),
            ("9007199254740993", 9_007_199_254_740_992), ("18446744073709551616", 18_446_744_073_709_551_616),
            ("1.5E+2", 150), ("25e-1", 2.5),
        ] as [(String, Double)])
    func numbers(text: String, expected: Double) throws {
        #expect(try JSONReader.read(Array(text.utf8)) == .number(expected))
    }

    @Test("has strings that end at their quote and have escapes, wherever these are", arguments: 0..<20)
    func stringBytes(length: Int) throws {
        func read(_ text: String) throws -> JSON { try JSONReader.read(Array(text.utf8)) }
        for place in 0...length {
            let before = String(repeating: "é", count: place)
            let after = String(repeating: "~", count: length - place)
            #expect(try read("[\"\(before)\", \"\(after)\"]") == .array([.text(before), .text(after)]))
            #expect(try read("\"\(before)\\\"\(after)\"") == .text("\(before)\"\(after)"))
            #expect(try read("\"\(before)\u{7F}\(after)\"") == .text("\(before)\u{7F}\(after)"))
            let mistake = JSONReader.Problem.wrong(at: 1 + 2 * place)
            for control in ["\0", "\u{1F}"] {
                #expect(throws: mistake) { try read("\"\(before)\(control)\(after)\"") }
            }
            #expect(throws: mistake) { try read("\"\(before)") }
        }
    }

    @Test("is wrong at the byte where the mistake is")
    func places() {
        let mistakes = [
            ("[1,x]", 3), (#"{"a":1 2}"#, 7), ("[1.5.2]", 1), ("nulL", 0), (#""a\u12G4""#, 4), ("1 2", 2),
        ]
        for (text, place) in mistakes {
            #expect(throws: JSONReader.Problem.wrong(at: place), "\(text)") { try JSONReader.read(Array(text.utf8)) }
        }
    }

    @Test("is written on one line, with integers as such")
    func written() {
        let document = JSON([
            "a": .number(-3), "b": .number(0.5), "c": .array([.null, .bool(true), .bool(false)]),
            "d": .text("\"\\\u{1F}é"), "e": nil, "f": .object([]), "g": .array([]), "h": .number(1e300),
        ])
        let text =
            #"{"a":-3,"b":0.5,"c":[null,true,false],"d":"\"\\\u001fé","f":{},"g":[],"h":1e+300}"#
        #expect(String(decoding: document.bytes, as: UTF8.self) == text)
    }

    @Test("gives its parts as what they are, the first of a name, and null as nothing")
    func parts() throws {
        let document = try JSONReader.read(
            Array(#"{"a":1,"a":2,"b":null,"c":"1","d":true,"e":[3],"f":1e300}"#.utf8))
        #expect(document["a"]?.integer == 1 && document["a"]?.number == 1 && document["a"]?.text == nil)
        #expect(document["b"] == nil && document["x"] == nil && document["a"]?["a"] == nil)
        #expect(document["c"]?.text == "1" && document["c"]?.number == nil && document["c"]?.bool == nil)
        #expect(document["d"]?.bool == true && document["d"]?.integer == nil)
        #expect(document["e"]?.elements == [.number(3)] && document["d"]?.elements == nil)
        #expect(document["f"]?.integer == nil)
        #expect([2.5, 0.4, -0.5, 1e19].allSatisfy { JSON.number($0).integer == nil })
        #expect([3, -0.0, -4.0].map { JSON.number($0).integer } == [3, 0, -4])
        let added = JSON(["a": .number(1)]).adding(["b": .number(2), "c": nil])
        #expect(added == JSON(["a": .number(1), "b": .number(2)]))
        #expect(JSON.number(1).adding(["b": .number(2)]) == .number(1))
    }
}

@Suite("Base64") struct Base64Tests {
    /// The examples of RFC 4648, section 10.
    @Test(
        "is that of RFC 4648",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ])
    func standard(text: String, encoded: String) {
        #expect(Base64.text(Array(text.utf8)) == encoded)
        #expect(Base64.urlText(Array(text.utf8)) == encoded.filter { $0 != "=" })
    }

    @Test("has two other characters where it is for addresses")
    func alphabets() {
        #expect(Base64.text([0xFB, 0xFF]) == "+/8=" && Base64.urlText([0xFB, 0xFF]) == "-_8")
    }
}
