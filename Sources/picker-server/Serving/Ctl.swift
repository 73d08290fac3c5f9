internal import ArgumentParser
internal import FoundationEssentials
internal import PhotoModel
internal import PickerCommands
internal import PickerServer

struct Ctl: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ctl", abstract: "Ask or tell a running picker serve of yours.",
        discussion: """
            Examples:
              picker ctl link
              picker ctl status --json
            """,
        subcommands: [Status.self, Link.self, Swap.self, Metrics.self])

    struct Status: LibraryCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show what it serves, with which backend, since when.")

        @OptionGroup var server: ServerSelection
        @Flag(help: "As one JSON document.")
        var json = false

        func execute() async throws -> ExitStatus {
            let answer = try await server.request("GET", "/status")
            if json {
                StandardOutput.shared.write(answer + [UInt8(ascii: "\n")])
            } else {
                StandardOutput.shared.write(try ServerReport(answer).text)
            }
            return .done
        }
    }

    struct Link: LibraryCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print a link that signs in to it, once, within ten minutes.")

        @OptionGroup var server: ServerSelection
        @OptionGroup var phone: PhoneCode

        private struct Answer: Decodable { let link: String }

        func execute() async throws -> ExitStatus {
            let link = try await Self.link(of: server)
            StandardOutput.shared.write(link + "\n")
            phone.show(link)
            return .done
        }

        /// A new link of a running server, the first that answers; nil if none does.
        static func ofRunningServer() async -> String? {
            for server in ControlFolder.standard?.servers ?? [] {
                if let link = try? await link(of: try ServerSelection.parse(["--pid", String(server)])) { return link }
            }
            return nil
        }

        private static func link(of server: ServerSelection) async throws -> String {
            try JSONDecoder().decode(Answer.self, from: Data(try await server.request("POST", "/link"))).link
        }
    }

    struct Swap: LibraryCommand {
        static let configuration = CommandConfiguration(
            abstract: "Let it read its configuration file again, and swap the backend to what that names.")

        @OptionGroup var server: ServerSelection

        /// How long a swap may take: plugins are tried, each for as long as it may take, and libraries are opened.
        private static let patience = Duration.seconds(600)

        func execute() async throws -> ExitStatus {
            // Do not wait that long for a server that does not answer at all.
            _ = try await server.request("GET", "/status")
            let report = try ServerReport(try await server.request("POST", "/swap", patience: Self.patience))
            StandardOutput.shared.write("now served by \(report.backend.id) (\(report.backend.path))\n")
            return .done
        }
    }

    struct Metrics: LibraryCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print its metrics in the format of Prometheus.")

        @OptionGroup var server: ServerSelection

        func execute() async throws -> ExitStatus {
            StandardOutput.shared.write(try await server.request("GET", "/metrics"))
            return .done
        }
    }
}
