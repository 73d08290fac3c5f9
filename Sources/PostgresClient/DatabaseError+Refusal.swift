extension DatabaseError {
    /// Why the connection could not be made.
    ///
    /// - Parameter message: the message of libpq, which contains that of the server if there is one. It may be in any
    ///   language; what counts is its SQLSTATE.
    init(refusal message: String) {
        let lines = message.split(separator: "\n")
        if let said = lines.reversed().lazy.compactMap(Self.said).first {
            self = Self.meaning(said.state, said.words)
        } else {
            // A line that begins with a tab continues the one before.
            let line = lines.last { !$0.hasPrefix("\t") } ?? "no reason was given"
            let reason = String(line[(line.firstRange(of: "failed: ")?.upperBound ?? line.startIndex)...])
            self = Self.isAboutUser(reason) ? .refused(reason) : .notConnected(reason)
        }
    }

    /// SQLSTATE and message of a line such as "FATAL:  28P01: password authentication failed"; nil if it does not come
    /// from a server.
    private static func said(in line: Substring) -> (state: String, words: String)? {
        guard let start = line.firstRange(of: ":  ")?.upperBound else { return nil }
        let (state, rest) = (line[start...].prefix(5), line[start...].dropFirst(5))
        let isState = state.utf8.count == 5 && state.allSatisfy { ("0"..."9").contains($0) || ("A"..."Z").contains($0) }
        return isState && rest.hasPrefix(": ") ? (String(state), String(rest.dropFirst(2))) : nil
    }

    private static func meaning(_ state: String, _ words: String) -> DatabaseError {
        switch (state, state.prefix(2)) {
        case (_, "28"): .refused(words)
        case ("3D000", _), ("42501", _): .failed(state: state, words)
        // Connection poolers use this code for everything.
        case ("08P01", _): isAboutUser(words) ? .refused(words) : .notConnected(words)
        // Temporary: there is no room for a connection, the server is starting or shutting down, and the like.
        default: .notConnected(words)
        }
    }

    private static func isAboutUser(_ reason: String) -> Bool {
        ["password", "authentication", "pg_hba.conf"].contains { reason.firstRange(of: $0) != nil }
    }
}
