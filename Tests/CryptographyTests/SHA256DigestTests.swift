import Cryptography
import TestSupport
import Testing

@Suite("SHA-256 of libsodium")
struct SHA256DigestTests {
    /// The examples of FIPS 180-4, and the empty input.
    private static let examples = [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ]

    @Test("The digest of bytes is that of the standard's examples", arguments: examples)
    func bytes(text: String, digest: String) {
        #expect(SHA256Digest(of: Array(text.utf8)).hexadecimal == digest)
        #expect(SHA256Digest(of: Array(text.utf8)).bytes.count == 32)
    }

    @Test("The digest of a file is that of its contents", arguments: examples)
    func file(text: String, digest: String) throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(text, to: "file")
        #expect(SHA256Digest(fileAt: file)?.hexadecimal == digest)
    }

    @Test("A digest that was kept is the same one, and bytes of another length are none")
    func kept() {
        let digest = SHA256Digest(of: Array("abc".utf8))
        #expect(SHA256Digest(keptAs: digest.bytes) == digest)
        #expect(SHA256Digest(keptAs: Array(digest.bytes.dropLast())) == nil && SHA256Digest(keptAs: []) == nil)
        #expect(SHA256Digest(keptAs: digest.bytes + [0]) == nil)
        #expect([UInt8]([0, 9, 0xA0, 0xFF]).hexadecimal == "0009a0ff" && [UInt8]().hexadecimal.isEmpty)
    }

    @Test("A file that does not exist, and a folder, have no digest")
    func unreadable() throws {
        let folder = try TemporaryFolder()
        #expect(SHA256Digest(fileAt: folder.path("none")) == nil)
        #expect(SHA256Digest(fileAt: folder.path) == nil)
    }
}
