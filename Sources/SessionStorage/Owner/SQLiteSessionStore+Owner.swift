package import Cryptography
internal import Foundation
internal import GRDB
package import PhotoModel

extension SQLiteSessionStore {
    package func addSignIn(_ new: NewSignIn) async throws {
        try await write { database in try new.insert(database) }
    }

    package func addSignIn(_ new: NewSignIn, withPassword hash: PasswordHash) async throws -> Bool {
        try await write { database in
            try database.execute(
                sql: "UPDATE password SET failures = 0, last_failure = NULL WHERE hash = ?", arguments: [hash.text])
            guard database.changesCount > 0 else { return false }
            try new.insert(database)
            return true
        }
    }

    package func signIn(withCookie cookie: SHA256Digest, now: Timestamp) async throws -> StoredSignIn? {
        try await read { database in
            try Row.fetchOne(
                database, sql: "SELECT * FROM sign_in WHERE cookie = ? AND expires > ?",
                arguments: [Data(cookie.bytes), now.milliseconds]
            ).flatMap { StoredSignIn($0) }
        }
    }

    package func signIns(now: Timestamp) async throws -> [StoredSignIn] {
        try await read { database in
            try Row.fetchAll(
                database, sql: "SELECT * FROM sign_in WHERE expires > ? ORDER BY id DESC",
                arguments: [now.milliseconds]
            ).compactMap { StoredSignIn($0) }
        }
    }

    package func noteUse(ofSignIn identifier: Int64, now: Timestamp) async throws {
        try await write { database in
            try database.execute(
                sql: "UPDATE sign_in SET used = ? WHERE id = ?", arguments: [now.milliseconds, identifier])
        }
    }

    package func removeSignIn(_ identifier: Int64) async throws -> Bool {
        try await write { database in
            try database.execute(sql: "DELETE FROM sign_in WHERE id = ?", arguments: [identifier])
            return database.changesCount > 0
        }
    }

    package func removeSignIns() async throws -> Int {
        try await write { database in
            try database.execute(sql: "DELETE FROM sign_in")
            return database.changesCount
        }
    }
}

extension NewSignIn {
    fileprivate func insert(_ database: Database) throws {
        try database.execute(sql: "DELETE FROM sign_in WHERE expires <= ?", arguments: [created.milliseconds])
        try database.execute(
            sql: """
                INSERT INTO sign_in (cookie, proof, method, browser, created, used, expires)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                Data(cookie.bytes), Data(proof.bytes), method.rawValue, browser, created.milliseconds,
                created.milliseconds, expires.milliseconds,
            ])
    }
}

extension StoredSignIn {
    /// Nil for what this version did not write.
    fileprivate init?(_ row: Row) {
        guard let proof = SHA256Digest(keptAs: Array(row["proof"] as Data)),
            let method = Method(rawValue: row["method"])
        else { return nil }
        self.init(
            identifier: row["id"], proof: proof, method: method, browser: row["browser"],
            created: Timestamp(milliseconds: row["created"]), used: Timestamp(milliseconds: row["used"]),
            expires: Timestamp(milliseconds: row["expires"]))
    }
}
