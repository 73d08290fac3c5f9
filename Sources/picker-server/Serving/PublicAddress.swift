internal import ArgumentParser
internal import PickerCommands
internal import PickerServer

/// The address at which other machines reach a server.
struct PublicAddress: ParsableArguments {
    @Option(
        name: .customLong("public-url"),
        help: ArgumentHelp(
            "How others than this machine reach it, such as https://photos.example; may be given several times.",
            valueName: "url"))
    var urls: [String] = []

    var origins: [PublicOrigin] { urls.compactMap { PublicOrigin($0) } }

    func validate() throws {
        guard let wrong = urls.first(where: { PublicOrigin($0) == nil }) else { return }
        throw ValidationError(
            "--public-url \(TextFormat.oneLine(wrong)): must be http or https, a host and perhaps a port, without a path: "
                + "https://photos.example")
    }

    /// Requires `--public-url` if other machines can reach the server.
    ///
    /// - Parameter listen: what `--listen` says.
    func check(listen: String) throws {
        guard let address = ServerConfiguration.parseListen(listen), urls.isEmpty,
            !ServerConfiguration(host: address.host, port: address.port).isLoopback
        else { return }
        throw ValidationError(
            "--listen \(listen) can be reached by other machines: say by which address with --public-url, such as "
                + "https://photos.example")
    }

    /// Warns if passwords and photos could be read on the network.
    func warn(listen host: String, isLoopback: Bool) {
        if let open = origins.first(where: { !$0.isEncrypted }) {
            StandardError.line(
                "picker: warning: \(open.text) is not encrypted: who is on the way sees photos and sign-ins; use a proxy with TLS"
            )
        } else if !isLoopback {
            StandardError.line(
                "picker: warning: \(host) can be reached without encryption, past the proxy: let only the proxy connect to it"
            )
        }
    }
}

/// Shows a link as a QR code, which a phone reads from the screen.
struct PhoneCode: ParsableArguments {
    @Flag(
        inversion: .prefixedNo,
        help: "Show the link as a QR code, too (default: on a terminal, when a phone can reach it).")
    var qr: Bool?

    /// Shows the QR code of a link that was printed, if one is wanted.
    func show(_ link: String) {
        guard qr ?? (StandardError.isTerminal && !Self.isOfThisMachine(link)) else { return }
        StandardError.write(TerminalQRCode.lines(of: link, isTerminal: StandardError.isTerminal))
    }

    /// Whether only this machine can open a link.
    static func isOfThisMachine(_ link: String) -> Bool {
        ["http://127.", "http://localhost:", "http://[::1]"].contains { link.hasPrefix($0) }
    }
}
