import Testing

@testable import PhotoModel

@Suite struct LocalIdentifierTests {
    private let identity = LibraryIdentity(root: Array("/photos".utf8))

    /// Saved selections refer to these for ever.
    @Test func `Identifiers are the same in every build`() {
        #expect(identity.asset(at: Array("2024/IMG_1.jpg".utf8)).text == "aNyyoFtieNe0JTsP8NolTBA")
        #expect(identity.collection(folder: Array("2024".utf8)).text == "cM62B71hE7YBy7zzJE2-mMg")
        #expect(identity.collection(smartAlbum: "camera-roll").text == "cfQx18-IgGBMDrIqEPDwikw")
        #expect(identity.collectionList(folder: Array("2024".utf8)).text == "cYReTqueqLCdJyB-lZejOzQ")
        #expect(identity.moment(day: 20_000).text == "ccLj7eLi8zcdUEYUpqJXqew")
        #expect(identity.moment(day: -1).text == "c5iKtQNcFFqVyR1QbFZyXAQ")
    }

    /// Identifiers are made from these.
    @Test func `The names of smart albums are the same in every build, in the order in which they are shown`() {
        let names = [
            "camera-roll", "favorites", "videos", "live-photos", "raw", "panoramas", "screenshots", "selfies", "bursts",
            "slo-mo", "timelapses", "recently-added", "hidden",
        ]
        #expect(SmartAlbum.allCases.map(\.rawValue) == names)
        #expect(SmartAlbum.allCases.map(\.subtype) == Array(CollectionSubtype.allCases.dropFirst()))
    }

    @Test func `Sixteen bytes and an identifier lead to each other, and other numbers of bytes lead nowhere`() {
        let identifier = identity.asset(at: Array("a".utf8))
        let bytes = identifier.bytes
        #expect(bytes.count == 16 && LocalIdentifier(kind: .asset, bytes: bytes) == identifier)
        let collection = LocalIdentifier(kind: .collection, bytes: bytes)
        #expect(collection?.kind == .collection && collection?.text == "c\(identifier.text.dropFirst())")
        #expect(LocalIdentifier(kind: .asset, bytes: bytes.dropLast()) == nil)
        #expect(LocalIdentifier(kind: .asset, bytes: bytes + [0]) == nil)
        let counted = (0..<16).map { UInt8($0) }
        #expect(LocalIdentifier(kind: .asset, bytes: counted)?.bytes == counted)
    }

    @Test func `An identifier is short, safe in a URL and no option of a command`() {
        for number in 0..<500 {
            let text = identity.asset(at: Array("\(number)".utf8)).text
            #expect(text.utf8.count == 23 && text.hasPrefix("a"))
            #expect(text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") })
        }
    }

    @Test func `Text and identifier lead to each other`() {
        for number in 0..<500 {
            let identifier = identity.asset(at: Array("\(number)".utf8))
            #expect(LocalIdentifier(identifier.text) == identifier)
        }
    }

    @Test(arguments: [
        "", "a", "/etc/passwd", "aAAAAAAAAAAAAAAAAAAAAAB", "xAAAAAAAAAAAAAAAAAAAAAA", "aAAAAAAAAAAAAAAAAAAAAA+",
    ])
    func `A text that no library made is no identifier`(_ text: String) {
        #expect(LocalIdentifier(text) == nil)
    }

    @Test func `Paths, kinds and libraries have different identifiers`() {
        let other = LibraryIdentity(root: Array("/photos2".utf8))
        let path = Array("a".utf8)
        let texts = [
            identity.asset(at: path).text, identity.collection(folder: path).text,
            identity.collection(smartAlbum: "a").text, other.asset(at: path).text, identity.asset(at: path + path).text,
        ]
        #expect(Set(texts.map { $0.dropFirst() }).count == texts.count)
    }
}

@Suite struct SHA256Tests {
    /// Examples of FIPS 180-4 and of its authors' test vectors.
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (
            String(repeating: "a", count: 1_000_000),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        ),
    ])
    func `Digests are those of the standard`(_ message: String, _ digest: String) {
        let words = SHA256.words(Array(message.utf8)).map { word in
            let digits = String(word, radix: 16)
            return String(repeating: "0", count: 8 - digits.count) + digits
        }
        #expect(words.joined() == digest)
    }
}

@Suite struct FNV1aTests {
    /// Examples of its authors.
    private static let examples: [(text: String, hash: UInt64)] = [
        ("", 0xcbf2_9ce4_8422_2325), ("a", 0xaf63_dc4c_8601_ec8c), ("foobar", 0x8594_4171_f739_67e8),
    ]

    @Test(arguments: examples)
    func `Hashes are those of its authors`(_ text: String, _ expected: UInt64) {
        var hash = FNV1a()
        for byte in text.utf8 { hash.combine(byte) }
        #expect(hash.value == expected)
    }

    @Test func `A word is combined as its bytes, the lowest first`() {
        var (words, bytes) = (FNV1a(), FNV1a())
        words.combine(word: 0x0807_0605_0403_0201)
        for byte: UInt8 in 1...8 { bytes.combine(byte) }
        #expect(words.value == bytes.value)
    }

    /// Its authors name the bytes whose hash is 0.
    @Test func `A hash that is 0 is 1 where 0 means something else`() {
        var hash = FNV1a()
        for byte: UInt8 in [0xD5, 0x6B, 0xB9, 0x53, 0x42, 0x87, 0x08, 0x36] { hash.combine(byte) }
        #expect(hash.value == 0 && hash.nonZero == 1)
        #expect(FNV1a().nonZero == FNV1a().value)
    }
}
