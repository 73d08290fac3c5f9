/// What is said of an option that a command does not have.
enum UnknownOption {
    /// How other servers call parts of `--listen`.
    private static let partsOfListen: Set = ["--port", "--host", "--bind", "--address"]

    /// The message of the argument parser, which suggests whatever has three other letters at most: `--qr` for `--port`. Of its
    /// suggestions only a near one is left.
    ///
    /// - Parameter message: any message of the parser; one that is not about an unknown option is returned as it is.
    static func explained(_ message: String, isOfServer: Bool) -> String {
        // Unknown option '--port'. Did you mean '--qr'?
        let parts = message.split(separator: "'", omittingEmptySubsequences: false)
        guard parts.count >= 3, parts[0] == "Unknown option " else { return message }
        let plain = "\(parts[0])'\(parts[1])'"
        if isOfServer, partsOfListen.contains(String(parts[1])) {
            return "\(plain); --listen HOST:PORT says where to listen"
        }
        guard parts.count == 5, parts[2] == ". Did you mean " else { return message }
        return Suggestion.nearest(letters(parts[1]), among: [letters(parts[3])]) == nil ? plain : message
    }

    private static func letters(_ option: Substring) -> String { String(option.drop { $0 == "-" }) }
}
