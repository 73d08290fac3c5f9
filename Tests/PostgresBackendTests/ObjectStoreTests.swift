import HTTPClient
import PhotoModel
import Testing

@testable import PostgresIngesting
@testable import PostgresServing

@Suite("A bucket as settings name it and as it answers", .timeLimit(.minutes(1)))
struct ObjectStoreTests {
    private static let usual = [
        "endpoint": "https://s3.example", "bucket": "club", "access-key": "a", "secret-key": "b",
    ]

    private func settings(_ changes: [String: String] = [:]) throws -> ObjectStoreSettings {
        try ObjectStoreSettings(library: Self.usual.merging(changes) { $1 })
    }

    private func store(_ answer: FixedAnswer) throws -> ObjectStore {
        ObjectStore(try settings(["endpoint": "http://127.0.0.1:\(answer.port)", "insecure": "yes"]))
    }

    @Test("A bucket is found in the path unless that is turned off, and has six connections unless that is said")
    func defaults() throws {
        let usual = try settings()
        #expect(usual.endpoint.authority == "s3.example" && usual.usesPathStyle && usual.connections == 6)
        #expect(usual.signature.region == "us-east-1")
        let other = try settings(["path-style": "no", "connections": "32", "region": "eu-central-1"])
        #expect(other.endpoint.authority == "club.s3.example" && other.connections == 32)
        #expect(other.signature.region == "eu-central-1")
    }

    @Test(
        "Settings that cannot be, or that would send keys without encryption, are refused",
        arguments: [
            ("endpoint", "http://s3.example"), ("endpoint", "https://s3.example/path"), ("endpoint", "s3.example"),
            ("endpoint", ""), ("bucket", "ab"), ("bucket", "Club"), ("bucket", "-club"), ("bucket", ".club"),
            ("bucket", "a/b"), ("bucket", String(repeating: "a", count: 64)), ("region", "eu/west"), ("region", "e u"),
            ("connections", "0"), ("connections", "33"), ("connections", "many"), ("connections", "6.0"),
            ("connections", "99999999999999999999"), ("path-style", "false"), ("insecure", "maybe"),
            ("access-key", ""), ("secret-key", ""),
        ])
    func refused(key: String, value: String) throws {
        let error = #expect(throws: PhotoError.self) { try settings([key: value]) }
        #expect(error?.status == .invalidArgument)
    }

    @Test(
        "A refusal of the S3 has the status that says what to do",
        arguments: [
            ("401 Unauthorized", "", .signInRequired), ("403 Forbidden", "SignatureDoesNotMatch", .signInRequired),
            ("403 Forbidden", "InvalidAccessKeyId", .signInRequired), ("403 Forbidden", "AccessDenied", .accessDenied),
            ("403 Forbidden", "RequestTimeTooSkewed", .accessDenied), ("404 Not Found", "NoSuchBucket", .notFound),
            ("404 Not Found", "NoSuchKey", .io), ("416 Range Not Satisfiable", "InvalidRange", .changed),
            ("400 Bad Request", "BadDigest", .changed), ("400 Bad Request", "EntityTooLarge", .tooLarge),
            ("409 Conflict", "OperationAborted", .busy), ("429 Too Many Requests", "", .rateLimited),
            ("503 Service Unavailable", "SlowDown", .rateLimited), ("500 Internal Server Error", "", .busy),
            ("503 Service Unavailable", "", .busy), ("400 Bad Request", "RequestTimeout", .busy),
            ("400 Bad Request", "IncompleteBody", .busy), ("400 Bad Request", "XAmzContentSHA256Mismatch", .changed),
            ("403 Forbidden", "InvalidObjectState", .unsupported), ("507 Insufficient Storage", "", .noSpace),
            ("400 Bad Request", "XMinioAdminBucketQuotaExceeded", .quota), ("301 Moved Permanently", "", .unsupported),
            ("307 Temporary Redirect", "", .unsupported), ("400 Bad Request", "", .internal),
        ] as [(String, String, PhotoStatus)])
    func refusals(answer: String, code: String, status: PhotoStatus) throws {
        let answer = try FixedAnswer(answer, body: "<Error><Code>\(code)</Code></Error>")
        let store = try store(answer)
        let error = #expect(throws: PhotoError.self) { try store.object("original/x", limit: 1 << 16, .never) }
        #expect(error?.status == status, "\(String(describing: error))")
        withExtendedLifetime(answer) {}
    }

    @Test("An object that is not there has no size, and a bucket that is not there is an error")
    func missing() throws {
        let object = try FixedAnswer("404 Not Found", body: "<Error><Code>NoSuchKey</Code></Error>")
        #expect(try store(object).size(of: "original/x", .never) == nil)
        let bucket = try FixedAnswer("404 Not Found", body: "<Error><Code>NoSuchBucket</Code></Error>")
        let error = #expect(throws: PhotoError.self) { try store(bucket).size(of: "original/x", .never) }
        #expect(error?.status == .notFound)
        withExtendedLifetime((object, bucket)) {}
    }

    /// A page of objects of ten bytes each; a folder's has none.
    private func page(_ keys: [String], _ rest: String = "") -> String {
        let contents = keys.map { key in
            """
            <Contents><Key>\(key)</Key><Size>\(key.hasSuffix("/") ? 0 : 10)</Size><ETag>&quot;e&quot;</ETag>\
            <LastModified>2024-05-06T07:08:09.000Z</LastModified></Contents>
            """
        }
        return "<ListBucketResult>\(contents.joined())\(rest)</ListBucketResult>"
    }

    /// What a listing of objects of a prefix finds: the names in each group, with their folder, and what has no name.
    private func found(_ keys: [String], prefix: String) throws -> (groups: [[String]], problems: [String]) {
        let answer = try FixedAnswer("200 OK", body: page(keys))
        var contents = BucketContents(try store(answer), prefix: prefix)
        var (groups, problems): ([[String]], [String]) = ([], [])
        while let batch = try contents.next(.never) {
            problems += batch.problems.map(\.path)
            for found in batch.found {
                let group = ObjectGroup(path: found.path, objects: found.objects ?? "")
                let folder = String(decoding: group.folder, as: UTF8.self)
                groups.append(group.members.map { "\(folder)|\(String(decoding: $0.name, as: UTF8.self))" }.sorted())
            }
        }
        withExtendedLifetime(answer) {}
        return (groups, problems)
    }

    @Test("Objects of one name in one folder are one group; hidden ones, sidecars alone and folders are none")
    func groups() throws {
        let (groups, problems) = try found(
            [
                "in/", "in/.trash/a.jpg", "in/IMG_1.HEIC", "in/IMG_1.MOV", "in/alone.xmp", "in/b/", "in/b/IMG_1.HEIC",
                "in/b//x.jpg", "in/c.jpg",
            ].sorted(), prefix: "in/")
        #expect(Set(groups) == [["|IMG_1.HEIC", "|IMG_1.MOV"], ["b|IMG_1.HEIC"], ["|c.jpg"]])
        #expect(groups.count == 3 && problems == ["b//x.jpg"])
    }

    @Test("Objects whose keys no file can have are problems, and the others are found")
    func keysOfNoFiles() throws {
        let longest = String(repeating: "a", count: 251) + ".jpg"
        let keys = ["in/../a.jpg", "in/./a.jpg", "in/\(longest)", "in/b" + longest]
        let (groups, problems) = try found(keys, prefix: "in/")
        #expect(groups == [["|\(longest)"]] && problems == ["../a.jpg", "./a.jpg", "b" + longest])
    }

    @Test("Groups come in batches of five hundred, the last of which is shorter")
    func batches() throws {
        let answer = try FixedAnswer("200 OK", body: page((0..<501).map { "in/\(1000 + $0).jpg" }))
        var contents = BucketContents(try store(answer), prefix: "in/")
        var counts: [Int] = []
        while let batch = try contents.next(.never) { counts.append(batch.found.count) }
        #expect(counts == [500, 1])
        withExtendedLifetime(answer) {}
    }

    @Test("A list that is not in order, or has what was not asked for, is no list of a bucket")
    func badLists() throws {
        #expect(throws: PhotoError.self) { try found(["in/b.jpg", "in/a.jpg"], prefix: "in/") }
        #expect(throws: PhotoError.self) { try found(["in/a.jpg", "in/a.jpg"], prefix: "in/") }
        #expect(throws: PhotoError.self) { try found(["in/a.jpg", "other/a.jpg"], prefix: "in/") }
    }

    @Test("A page that says that more follows says where, and one without the facts of an object is none")
    func pages() throws {
        let next = "<IsTruncated>true</IsTruncated><NextContinuationToken>a&amp;b</NextContinuationToken>"
        let first = try page(after: nil, page(["a"], next))
        #expect(first.next == "a&b" && first.objects.map(\.byteSize) == [10])
        #expect(first.objects.first?.entityTag == "\"e\"")
        #expect(try page(after: "a&b", page(["b"])).next == nil)
        for bad in [page(["a"], "<IsTruncated>true</IsTruncated>"), "<Contents><Key>a</Key></Contents>"] {
            #expect(throws: PhotoError.self) { try page(after: nil, bad) }
        }
        // Else an empty page would be requested for ever.
        #expect(throws: PhotoError.self) { try page(after: "a&b", page(["b"], next)) }
    }

    private func page(after token: String?, _ body: String) throws -> ObjectStore.Page {
        let answer = try FixedAnswer("200 OK", body: body)
        defer { withExtendedLifetime(answer) {} }
        return try store(answer).page(of: "", after: token, .never)
    }
}
