package import Cryptography
package import PhotoModel
internal import PostgresClient

extension SQLSessionStore {
    package func addSignIn(_ new: NewSignIn) async throws {
        try await write { store in try new.insert(store) }
    }

    package func addSignIn(_ new: NewSignIn, withPassword hash: PasswordHash) async throws -> Bool {
        try await write { store in
            let isRight = try store.hasRows(
                SQL(
                    "UPDATE password SET failures = 0, last_failure = NULL WHERE hash = ? RETURNING id",
                    .text(hash.text)))
            guard isRight else { return false }
            try new.insert(store)
            return true
        }
    }

    package func addSignInCode(_ code: SHA256Digest, now: Timestamp, expires: Timestamp) async throws {
        try await write { store in
            try store.run(SQL("DELETE FROM sign_in_code WHERE expires <= ?", .integer(now.milliseconds)))
            try store.run(
                SQL(
                    "INSERT INTO sign_in_code (code, expires) VALUES (?, ?)", .bytes(code.bytes),
                    .integer(expires.milliseconds)))
        }
    }

    package func addSignIn(_ new: NewSignIn, withCode code: SHA256Digest) async throws -> Bool {
        try await write { store in
            let isGood = try store.hasRows(
                SQL(
                    "DELETE FROM sign_in_code WHERE code = ? AND expires > ? RETURNING expires", .bytes(code.bytes),
                    .integer(new.created.milliseconds)))
            guard isGood else { return false }
            try new.insert(store)
            return true
        }
    }

    package func signIns(
        withCookies cookies: [SHA256Digest], now: Timestamp
    ) async throws -> [SHA256Digest: StoredSignIn] {
        guard !cookies.isEmpty else { return [:] }
        return try await read { store in
            let rows = try store.run(
                SQL("SELECT * FROM sign_in WHERE expires > ? AND cookie IN (", .integer(now.milliseconds))
                    + cookies.map { SQL("?", .bytes($0.bytes)) }.joined(", ") + SQL(")"))
            var found: [SHA256Digest: StoredSignIn] = [:]
            for row in rows {
                guard let cookie = SHA256Digest(keptAs: try row["cookie"]) else { continue }
                found[cookie] = try StoredSignIn(row)
            }
            return found
        }
    }

    package func signIns(now: Timestamp) async throws -> [StoredSignIn] {
        try await read { store in
            try store.run(
                SQL("SELECT * FROM sign_in WHERE expires > ? ORDER BY id DESC", .integer(now.milliseconds))
            ).compactMap { try StoredSignIn($0) }
        }
    }

    package func noteUse(ofSignIn identifier: Int64, now: Timestamp) async throws {
        try await write { store in
            _ = try store.run(
                SQL("UPDATE sign_in SET used = ? WHERE id = ?", .integer(now.milliseconds), .integer(identifier)))
        }
    }

    package func removeSignIn(_ identifier: Int64) async throws -> Bool {
        try await write { store in
            try store.hasRows(SQL("DELETE FROM sign_in WHERE id = ? RETURNING id", .integer(identifier)))
        }
    }

    package func removeSignIns() async throws -> Int {
        try await write { store in try store.run(SQL("DELETE FROM sign_in RETURNING id")).count }
    }
}

extension NewSignIn {
    fileprivate func insert(_ store: any StoreTransaction) throws {
        try store.run(SQL("DELETE FROM sign_in WHERE expires <= ?", .integer(created.milliseconds)))
        try store.run(
            SQL(
                """
                INSERT INTO sign_in (cookie, proof, method, browser, created, used, expires)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """, .bytes(cookie.bytes), .bytes(proof.bytes), .text(method.rawValue), .text(browser),
                .integer(created.milliseconds), .integer(created.milliseconds), .integer(expires.milliseconds)))
    }
}

extension StoredSignIn {
    /// Nil if the row was not written by this version.
    fileprivate init?(_ row: StoreRow) throws {
        guard let proof = SHA256Digest(keptAs: try row["proof"]), let method = Method(rawValue: try row["method"])
        else { return nil }
        try self.init(
            identifier: row["id"], proof: proof, method: method, browser: row["browser"],
            created: Timestamp(milliseconds: row["created"]), used: Timestamp(milliseconds: row["used"]),
            expires: Timestamp(milliseconds: row["expires"]))
    }
}
