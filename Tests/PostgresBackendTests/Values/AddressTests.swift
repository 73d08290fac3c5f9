import PhotoModel
import Testing

@testable import PostgresClient
@testable import PostgresServing

@Suite("The address of a database")
struct AddressTests {
    private func address(
        _ location: String, isEncrypted: Bool = true, certificates: String? = nil
    ) throws(PhotoError) -> DatabaseAddress {
        try DatabaseAddress(
            location, user: "picker", password: "s3cret", isEncrypted: isEncrypted, certificates: certificates)
    }

    private static let places: [(text: String, host: String, port: Int)] = [
        ("db.example", "db.example", 5432), ("db.example:6432", "db.example", 6432), ("db:1", "db", 1),
        ("db:65535", "db", 65535), ("[2001:db8::1]", "2001:db8::1", 5432), ("[::1]:6432", "::1", 6432),
        ("192.0.2.1:5433", "192.0.2.1", 5433),
    ]

    @Test("has a host, which may be an address, and a port, which is 5432 unless it is said", arguments: places)
    func place(text: String, host: String, port: Int) throws {
        let address = try address("postgresql://\(text)/club")
        #expect(address.host == host && address.port == port && address.database == "club")
        #expect(address.name == "\(host):\(port)/club")
    }

    @Test(
        "that is another's, is not complete, or has what libpq would read as more, is refused",
        arguments: [
            "postgres://db/club", "postgresql:/db/club", "db/club", "", "postgresql://db", "postgresql://db/",
            "postgresql:///club", "postgresql://db/a/b", "postgresql://db/club?sslmode=disable",
            "postgresql://db/c%20b", "postgresql://db/club#1", "postgresql://picker@db/club", "postgresql://db:0/club",
            "postgresql://db:65536/club", "postgresql://db:x/club", "postgresql://db:/club", "postgresql://:5432/club",
            "postgresql://[]/club", "postgresql://a,b/club", "postgresql://d b/club", "postgresql://bücher/club",
        ])
    func refused(location: String) {
        let error = #expect(throws: PhotoError.self) { try address(location) }
        #expect(error?.status == .invalidArgument)
    }

    @Test("becomes parameters that leave nothing to files and variables of the user, and proves who the server is")
    func parameters() throws {
        let parameters = try address("postgresql://db.example:6432/club").parameters.map { "\($0.key)=\($0.value)" }
        #expect(
            parameters == [
                "host=db.example", "port=6432", "dbname=club", "user=picker", "password=s3cret",
                "passfile=/dev/null/none", "sslmode=verify-full", "sslrootcert=/etc/ssl/certs/ca-certificates.crt",
                "sslcert=/dev/null/none", "sslkey=/dev/null/none", "gssencmode=disable", "client_encoding=UTF8",
                "application_name=picker", "target_session_attrs=any", "keepalives_idle=30", "keepalives_interval=10",
                "keepalives_count=3", "tcp_user_timeout=30000",
            ])
        let open = try address("postgresql://db/club", isEncrypted: false, certificates: "/etc/own.pem").parameters
        let texts = open.map { "\($0.key)=\($0.value)" }
        #expect(texts.contains("sslmode=disable") && texts.contains("sslrootcert=/etc/own.pem"))
    }

    private func settings(_ changes: [String: String]) throws(PhotoError) -> LibrarySettings {
        let usual = [
            "user": "picker", "endpoint": "https://s3.example", "bucket": "club", "access-key": "a", "secret-key": "b",
        ]
        return try LibrarySettings(location: "postgresql://db/club", usual.merging(changes) { $1 })
    }

    @Test("is encrypted in a library unless the settings say otherwise, for the bucket as for the database")
    func library() throws {
        let usual = try settings([:])
        #expect(usual.database.isEncrypted && usual.database.password.isEmpty && usual.connections == 6)
        #expect(usual.database.user == "picker" && usual.objects.certificates == nil)
        for text in ["no", ""] { #expect(try settings(["insecure": text]).database.isEncrypted) }
        let other = try settings([
            "insecure": "yes", "password": "s3cret", "connections": "1", "certificate": "/etc/own.pem",
        ])
        #expect(!other.database.isEncrypted && other.database.password == "s3cret" && other.connections == 1)
        #expect(other.database.certificates == "/etc/own.pem" && other.objects.certificates == "/etc/own.pem")
    }

    @Test(
        "is refused with settings that are missing, that are paths of no one place, or that are not of their kind",
        arguments: [
            ("user", "", "the setting user is missing"), ("bucket", "", "the setting bucket is missing"),
            ("access-key", "", "the setting access-key is missing"), ("certificate", "own.pem", "beginning with /"),
            ("insecure", "true", #"insecure must be "yes" or "no", not "true""#),
            ("path-style", "YES", #"path-style must be "yes" or "no", not "YES""#),
            ("connections", "many", #"connections must be a number from 1 to 32, not "many""#),
        ])
    func badSettings(key: String, value: String, words: String) {
        let error = #expect(throws: PhotoError.self) { try settings([key: value]) }
        #expect(error?.status == .invalidArgument && error?.message.contains(words) == true)
    }
}
