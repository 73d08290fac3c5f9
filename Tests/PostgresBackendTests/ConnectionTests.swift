import Glibc
import PhotoModel
import Platform
import Testing

@testable import PostgresClient

@Suite("Servers that let no one in")
struct RefusalTests {
    private func error(_ message: String) -> PhotoError {
        PhotoError(DatabaseError(refusal: message), "db.example:5432/club")
    }

    private static let place = "connection to server at \"db.example\" (192.0.2.1), port 5432 failed: "

    private static let cases: [(words: String, status: PhotoStatus)] = [
        ("FATAL:  28P01: password authentication failed for user \"picker\"", .signInRequired),
        ("FATAL:  28P01: Passwort-Authentifizierung für Benutzer »picker« fehlgeschlagen", .signInRequired),
        ("ВАЖНО:  28000: роль \"picker\" не существует", .signInRequired),
        ("FATAL:  53300: too many connections for role \"picker\"", .offline),
        (
            "FATAL:  53300: remaining connection slots are reserved for roles with the SUPERUSER attribute", .offline
        ),
        ("FATAL:  57P03: the database system is starting up", .offline),
        ("FATAL:  3D000: Datenbank »club« existiert nicht", .notFound),
        ("FATAL:  42501: permission denied for database \"club\"", .accessDenied),
        ("FATAL:  08P01: password authentication failed", .signInRequired),
        ("FATAL:  08P01: no more connections allowed (max_client_conn)", .offline),
        ("fe_sendauth: no password supplied", .signInRequired),
        ("Connection refused\n\tIs the server running on that host and accepting TCP/IP connections?", .offline),
    ]

    @Test("What they say means what its SQLSTATE is, in whatever language", arguments: cases)
    func states(words: String, status: PhotoStatus) {
        for message in [Self.place + words + "\n", Self.place + "Connection refused\n" + Self.place + words + "\n"] {
            #expect(error(message).status == status, "\(words)")
        }
    }

    @Test(
        "What a statement fails with means what its SQLSTATE is",
        arguments: [
            ("25006", .accessDenied), ("42501", .accessDenied), ("3D000", .notFound), ("42P01", .notFound),
            ("3F000", .notFound), ("40001", .busy), ("40P01", .busy), ("55P03", .busy), ("53100", .noSpace),
            ("53200", .busy), ("57014", .busy), ("57P01", .stopped), ("08006", .stopped), ("58030", .io),
            ("28000", .signInRequired), ("22012", .internal), ("", .internal),
        ] as [(String, PhotoStatus)])
    func statements(state: String, status: PhotoStatus) {
        let error = PhotoError(DatabaseError.failed(state: state, "its words"), "db.example:5432/club")
        #expect(error.status == status && error.message.hasPrefix("PostgreSQL at db.example:5432/club: its words"))
    }

    @Test("A connection that cannot be made, or was lost, is what time helps; without libpq nothing does")
    func connections() {
        func status(_ error: DatabaseError) -> PhotoStatus { PhotoError(error, "db").status }
        #expect(status(.lost) == .stopped && status(.notConnected("no route")) == .offline)
        #expect(status(.refused("no")) == .signInRequired && status(.noLibrary) == .unsupported)
        #expect(status(.ended(.deadline)) == .deadline && status(.ended(.cancelled)) == .cancelled)
    }

    @Test("What is beside their words is not taken for these")
    func details() {
        let message =
            Self.place + "FATAL:  42501: permission denied for database \"club\"\n"
            + "DETAIL:  User does not have CONNECT privilege.\nLOCATION:  CheckMyDatabase, postinit.c:385\n"
        #expect(error(message).message.contains("permission denied for database \"club\"; grant it"))
        let words = error(Self.place + "FATAL:  53300: sorry, too many clients already\n").message
        #expect(words == "PostgreSQL at db.example:5432/club cannot be reached: sorry, too many clients already")
    }
}

@Suite("Connections to a PostgreSQL", .enabled(if: TestLibrary.server != nil), .timeLimit(.minutes(2)))
struct ConnectionTests {
    private func address(_ server: TestLibrary.Server) throws -> DatabaseAddress {
        try DatabaseAddress(
            server.location, user: server.user, password: server.password, isEncrypted: false, certificates: nil)
    }

    @Test("One that the server ended while no one used it is made again")
    func ended() throws {
        let pool = ConnectionPool(try address(try #require(TestLibrary.server)), connections: 1)
        let process = SQL("SELECT pg_backend_pid()")
        let first = try pool.run(process, .never).first?.integer(0)
        _ = try pool.run(SQL("SELECT set_config('idle_session_timeout', '50', false)"), .never)
        pause(milliseconds: 400)
        let second = try pool.run(process, .never).first?.integer(0)
        #expect(second != nil && second != first)
        pool.close()
    }

    @Test("A transaction sees what others commit, and takes its time, whatever is usual in the database")
    func transactions() throws {
        let connection = try Connection(try address(try #require(TestLibrary.server)), .never)
        _ = try connection.run(
            SQL(
                """
                SELECT set_config('default_transaction_isolation', 'serializable', false),
                set_config('idle_in_transaction_session_timeout', '50', false)
                """))
        let level = try connection.transaction(.never) { () throws(DatabaseError) -> String? in
            pause(milliseconds: 300)
            return try connection.run(SQL("SELECT current_setting('transaction_isolation')")).first?.text(0)
        }
        #expect(level == "read committed")
        // One that ends so is no more than lost.
        try connection.runScript(SQL("BEGIN"))
        pause(milliseconds: 300)
        let error = #expect(throws: DatabaseError.self) { try connection.run(SQL("SELECT 1")) }
        if case .lost? = error {} else { Issue.record("\(String(describing: error))") }
    }

    @Test("A server that is gone without a word is waited for half a minute")
    func silence() throws {
        let connection = try Connection(try address(try #require(TestLibrary.server)), .never)
        let socket = try #require(connection.descriptor)
        func option(_ name: CInt) -> CInt {
            var (value, length) = (CInt(0), socklen_t(MemoryLayout<CInt>.size))
            return getsockopt(socket.number, CInt(IPPROTO_TCP), name, &value, &length) == 0 ? value : -1
        }
        let server = try connection.run(SQL("SELECT current_setting('tcp_keepalives_idle')")).first?.text(0)
        #expect(server == "30")
        #expect(option(TCP_USER_TIMEOUT) == 30_000)
        #expect(option(TCP_KEEPIDLE) == 30 && option(TCP_KEEPINTVL) == 10 && option(TCP_KEEPCNT) == 3)
    }
}

@Suite("Connections to a PostgreSQL that is away", .timeLimit(.minutes(1)))
struct AwayTests {
    @Test("A pool says so each time, and is not used up by connections that could not be made", arguments: [0, 1])
    func away(connections: Int) throws {
        let address = try DatabaseAddress(
            "postgresql://127.0.0.1:1/club", user: "u", password: "p", isEncrypted: false, certificates: nil)
        let pool = ConnectionPool(address, connections: connections)
        for _ in 0..<3 {
            let error = #expect(throws: DatabaseError.self) { _ = try pool.run(SQL("SELECT 1"), .never) }
            switch error {
            case .notConnected?, .noLibrary?: break
            default: Issue.record("\(String(describing: error))")
            }
        }
        let ended = #expect(throws: DatabaseError.self) {
            _ = try pool.run(SQL("SELECT 1"), Cancellation { .cancelled })
        }
        if case .ended(.cancelled)? = ended {} else { Issue.record("\(String(describing: ended))") }
    }
}
