import Foundation

extension HTTPClient {
    /// What the page's script does with the code of a link.
    public func trade(code: String) async throws -> HTTPAnswer {
        try await enter(["code": code])
    }

    /// What the page's script does with a code or a password.
    public func enter(_ entry: [String: String], headers: [String: String] = [:]) async throws -> HTTPAnswer {
        let body = String(decoding: try JSONSerialization.data(withJSONObject: entry), as: UTF8.self)
        let fields = ["Content-Type": "application/json", "X-Picker": "1"]
        return try await post("/signin", body, headers: fields.merging(headers) { $1 })
    }

    /// The same client with the cookie and the proof of an answer to a code or a password.
    public func signedIn(by answer: HTTPAnswer) throws -> HTTPClient {
        guard let cookie = answer["set-cookie"]?.split(separator: ";").first,
            let secrets = try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: String],
            let proof = secrets["proof"]
        else { throw HTTPBroken("does not sign in: \(answer.status) \(answer.text)") }
        return HTTPClient(port: port, headers: ["Cookie": String(cookie), "X-Picker": proof])
    }
}
