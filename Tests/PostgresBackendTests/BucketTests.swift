import PhotoModel
import Testing

@testable import PostgresIngesting
@testable import PostgresServing

@Suite("Buckets that photos come from")
struct BucketTests {
    @Test("An answer of an S3 is read with what XML and addresses write otherwise")
    func answers() throws {
        let text = "<A><ETag>&quot;1&amp;2&quot;</ETag><Key>a+b%2Bc%20%C3%A9%0A.jpg</Key></A><A><Key>x</Key></A>"
        let blocks = XMLText.blocks(of: "A", in: Array(text.utf8))
        #expect(blocks.count == 2)
        #expect(XMLText.values(of: "ETag", in: blocks[0]).map(XMLText.unescaped) == ["\"1&2\""])
        let key = try #require(XMLText.values(of: "Key", in: blocks[0]).first.flatMap(XMLText.percentDecoded))
        #expect(String(decoding: key, as: UTF8.self) == "a b+c é\n.jpg")
        #expect(XMLText.percentDecoded("a%2") == nil && XMLText.percentDecoded("%zz") == nil)
        #expect(XMLText.percentDecoded("%+1") == nil && XMLText.percentDecoded("%FF") == [0xFF])
        #expect(XMLText.unescaped("&#38;&#x26;&lt;&none;&") == "&&<&none;&")
    }

    @Test("An address names a bucket and a folder in it, with or without a stroke at its end")
    func addresses() throws {
        for text in ["s3://incoming/a b/2024", "s3://incoming/a b/2024/"] {
            let address = try BucketAddress(text)
            #expect(address.bucket == "incoming" && address.prefix == "a b/2024/")
            #expect(address.text == "s3://incoming/a b/2024/")
        }
        for text in ["s3://incoming", "s3://incoming/"] { #expect(try BucketAddress(text).prefix.isEmpty) }
        for text in ["s3://incoming//a", "s3://incoming/a//b", "s3://incoming/../a", "s3://incoming/a/."] {
            #expect(throws: PhotoError.self) { try BucketAddress(text) }
        }
    }

    @Test("A group of objects is the same after it was in the table, whatever its names")
    func groups() throws {
        let names = ["a b%20.jpg", "line\nend.jpg", "é🌊+.mov"]
        let group = ObjectGroup(
            folder: Array("x/ y".utf8),
            members: names.map {
                .init(name: Array($0.utf8), entityTag: "\"abc-2\"", byteSize: 12, modified: "2024-05-06T07:08:09.123Z")
            })
        let found = group.found(key: [1, 0, 2])
        let again = ObjectGroup(path: found.path, objects: try #require(found.objects))
        #expect(again.folder == group.folder && again.members.map(\.name) == names.map { Array($0.utf8) })
        #expect(again.members.allSatisfy { $0.entityTag == "\"abc-2\"" && $0.byteSize == 12 })
        #expect(again.members[0].modificationTime?.iso8601() == "2024-05-06T07:08:09.123Z")
        #expect(again.found(key: [1, 0, 2]).stamp == found.stamp)
        let other = ObjectGroup(folder: group.folder, members: Array(group.members.prefix(2)))
        #expect(other.found(key: [1, 0, 2]).stamp != found.stamp && other.found(key: [1, 0, 2]).path == found.path)
    }

    @Test("The folders of a library's own files in its bucket are not brought in, and all others are")
    func ownFiles() throws {
        let library = ["endpoint": "https://s3.example", "bucket": "club", "access-key": "a", "secret-key": "b"]
        for text in ["s3://club", "s3://club/", "s3://club/original", "s3://club/rendition/", "s3://club/original/0a"] {
            let error = #expect(throws: PhotoError.self) { _ = try BucketSource(text, [:], library: library) }
            #expect(error?.status == .invalidArgument, "\(text)")
        }
        for text in ["s3://club/originals", "s3://club/in/original", "s3://other", "s3://other/original"] {
            #expect(throws: Never.self, "\(text)") { _ = try BucketSource(text, [:], library: library) }
        }
        let elsewhere = ["endpoint": "https://other.example", "access-key": "c", "secret-key": "d"]
        let source = try BucketSource("s3://club/in", elsewhere, library: library)
        #expect(String(decoding: source.name, as: UTF8.self) == "s3://club/in/ at other.example, bucket club")
        #expect(throws: Never.self) { _ = try BucketSource("s3://club", elsewhere, library: library) }
    }

    @Test("A row of objects that cannot be read is left out, and a time in another form is none")
    func damagedGroups() {
        let lines = [
            "a.jpg %22e%22 12 2024-05-06T07:08:09.123Z", "b.jpg %22e%22 x 2024", "c.jpg %22e%22 12", "%zz e 1 2024",
            "d%20e.jpg e 0 2024-05-06T07:08:09%2B02:00", "",
        ]
        let group = ObjectGroup(path: Array("in/x".utf8) + [0, 7, 0, 8], objects: lines.joined(separator: "\n"))
        #expect(String(decoding: group.folder, as: UTF8.self) == "in/x")
        #expect(group.members.map { String(decoding: $0.name, as: UTF8.self) } == ["a.jpg", "d e.jpg"])
        #expect(group.members.map(\.byteSize) == [12, 0] && group.members[0].entityTag == "\"e\"")
        #expect(group.members[0].modificationTime != nil && group.members[1].modificationTime == nil)
    }

    @Test("Another S3 is asked with nothing of the library's but what is said of it")
    func settings() throws {
        let library = [
            "endpoint": "http://127.0.0.1:9", "bucket": "club", "access-key": "a", "secret-key": "b", "insecure": "yes",
            "user": "picker", "password": "c", "region": "here",
        ]
        func source(_ values: [String: String]) throws -> ObjectStoreSettings {
            try ObjectStoreSettings(source: values, bucket: "incoming", library: library)
        }
        let own = try source([:])
        #expect(own.bucket == "incoming" && own.signature.accessKey == "a" && own.signature.region == "here")
        #expect(try source(["access-key": "d", "secret-key": "e"]).signature.secretKey == "e")
        let other = try source(["endpoint": "https://s3.example", "access-key": "d", "secret-key": "e"])
        #expect(other.signature.region == "us-east-1" && other.signature.accessKey == "d")
        let refused = [
            ["endpoint": "https://s3.example"], ["access-key": "d"], ["secret-key": "e"], ["bucket": "other"],
            ["endpoint": "http://s3.example", "access-key": "d", "secret-key": "e"],
        ]
        for values in refused { #expect(throws: PhotoError.self) { try source(values) } }
    }
}
