package import Cryptography
internal import GRDB
package import PhotoModel

extension SQLiteSessionStore {
    package func setPassword(_ hash: PasswordHash?, now: Timestamp) async throws {
        try await write { database in
            try database.execute(sql: "DELETE FROM password")
            try database.execute(
                sql: "DELETE FROM sign_in WHERE method = ?", arguments: [StoredSignIn.Method.password.rawValue])
            guard let hash else { return }
            try database.execute(
                sql: "INSERT INTO password (id, hash, changed) VALUES (1, ?, ?)",
                arguments: [hash.text, now.milliseconds])
        }
    }

    package func password() async throws -> PasswordState? {
        try await read { database in
            try Row.fetchOne(database, sql: "SELECT * FROM password").map { row in
                PasswordState(
                    changed: Timestamp(milliseconds: row["changed"]), failures: row["failures"],
                    lastFailure: (row["last_failure"] as Int64?).map { Timestamp(milliseconds: $0) })
            }
        }
    }

    package func beginGuess(now: Timestamp) async throws -> PasswordGuess {
        try await write { database in
            guard let row = try Row.fetchOne(database, sql: "SELECT * FROM password") else { return .noPassword }
            if let last = row["last_failure"] as Int64? {
                let pause = GuessLimit.pause(
                    after: row["failures"], last: Timestamp(milliseconds: last), now: now)
                if pause > 0 { return .wait(seconds: pause) }
            }
            try database.execute(
                sql: "UPDATE password SET failures = failures + 1, last_failure = ?", arguments: [now.milliseconds])
            return .compare(PasswordHash(keptAs: row["hash"]))
        }
    }
}
