internal import FoundationEssentials
internal import PickerCommands
internal import Platform

/// How a browser on the other end of an ssh session reaches a server that only this machine can connect to.
struct SSHForwarding {
    /// `ssh -N -L 41234:127.0.0.1:41234 anna@192.0.2.7`, for the machine with the browser.
    let command: String

    /// - Parameters:
    ///   - link: a link to this server.
    ///   - connection: `SSH_CONNECTION`, as sshd(8) sets it: address and port of the client, address and port here.
    ///   - user: the name of the user here. It is left out of the command if a shell would interpret it.
    /// - Returns: nil outside of an ssh session, and for a link that other machines can open.
    init?(to link: String, connection: String?, user: String?) {
        guard PhoneCode.isOfThisMachine(link), let components = URLComponents(string: link),
            let host = components.host, let port = components.port
        else { return nil }
        let words = (connection ?? "").split(separator: " ")
        guard words.count == 4, Self.isAddress(words[2]), let here = UInt16(words[3]) else { return nil }
        let isPlain = user?.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) } ?? false
        let name = isPlain && user?.hasPrefix("-") == false ? "\(user ?? "")@" : ""
        let way = here == 22 ? "" : "-p \(here) "
        command = "ssh -N \(way)-L \(port):\(Self.bracketed(host)):\(port) \(name)\(words[2])"
    }

    /// Prints the command, in a session over ssh.
    static func explain(_ link: String) {
        let user = Environment.value(of: "USER") ?? Environment.value(of: "LOGNAME")
        guard let way = SSHForwarding(to: link, connection: Environment.value(of: "SSH_CONNECTION"), user: user) else {
            return
        }
        StandardError.line(
            "Over ssh: run this on the machine with the browser, then open the link there:\n  \(way.command)")
    }

    private static func bracketed(_ host: String) -> String {
        host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
    }

    /// Whether a text can be an address: of IPv4, or of IPv6 with or without a zone.
    private static func isAddress(_ text: Substring) -> Bool {
        text.first != "-" && text.allSatisfy { $0.isASCII && ($0.isHexDigit || $0.isLetter || ".:%-_".contains($0)) }
    }
}
