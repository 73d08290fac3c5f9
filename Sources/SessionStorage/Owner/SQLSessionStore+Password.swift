package import Cryptography
package import PhotoModel
internal import PostgresClient

extension SQLSessionStore {
    package func setPassword(_ hash: PasswordHash?, now: Timestamp) async throws {
        try await write { store in
            try store.run(SQL("DELETE FROM password"))
            try store.run(
                SQL("DELETE FROM sign_in WHERE method = ?", .text(StoredSignIn.Method.password.rawValue)))
            guard let hash else { return }
            try store.run(
                SQL(
                    "INSERT INTO password (id, hash, changed) VALUES (1, ?, ?)", .text(hash.text),
                    .integer(now.milliseconds)))
        }
    }

    package func password() async throws -> PasswordState? {
        try await read { store in
            try store.first(SQL("SELECT * FROM password")).map { row in
                try PasswordState(
                    changed: Timestamp(milliseconds: row["changed"]), failures: row["failures"],
                    lastFailure: (row["last_failure"] as Int64?).map { Timestamp(milliseconds: $0) })
            }
        }
    }

    package func beginGuess(now: Timestamp) async throws -> PasswordGuess {
        try await write { store in
            guard let row = try store.first(SQL("SELECT * FROM password")) else { return .noPassword }
            if let last = try row["last_failure"] as Int64? {
                let pause = GuessLimit.pause(
                    after: try row["failures"], last: Timestamp(milliseconds: last), now: now)
                if pause > 0 { return .wait(seconds: pause) }
            }
            try store.run(
                SQL("UPDATE password SET failures = failures + 1, last_failure = ?", .integer(now.milliseconds)))
            return .compare(PasswordHash(keptAs: try row["hash"]))
        }
    }
}
