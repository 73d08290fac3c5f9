import Foundation
import TestSupport
import Testing

@Suite("An installation", .timeLimit(.minutes(15))) struct InstallationTests {
    private let picker: InstalledPicker

    init() async throws { picker = try await InstalledPicker() }

    private func file(_ name: String) throws -> String {
        try String(contentsOfFile: "\(picker.prefix)/\(name)", encoding: .utf8)
    }

    @Test("An installation has a man page for each command, with its options")
    func manPages() async throws {
        let help = try await picker("--help")
        let listed = help.output.components(separatedBy: "SUBCOMMANDS:\n").dropFirst().joined(separator: "\n")
        let lines = listed.split(separator: "\n").prefix { !$0.contains("picker help") }
        let commands = lines.filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
            .compactMap { $0.split(separator: " ").first.map(String.init) }
        #expect(commands.count > 20)
        for command in commands { #expect(try file("share/man/man1/picker-\(command).1").contains(".SH SYNOPSIS")) }
        #expect(try file("share/man/man1/picker-pick.1").contains(#"\fB\-\-print0\fR"#))
        #expect(try file("share/man/man1/picker.1").contains(#"\fBpicker\-serve\fR(1)"#))
    }

    @Test("An installation has completions for three shells, and a unit that starts the installed program")
    func shells() throws {
        for name in ["bash-completion/completions/picker", "zsh/site-functions/_picker"] {
            #expect(try file("share/\(name)").contains("conformance"))
        }
        #expect(try file("share/fish/vendor_completions.d/picker.fish").contains("conformance"))
        #expect(
            try file("share/systemd/user/picker.service").contains("/usr/bin/picker\" serve $SERVE\n"))
        #expect(try file("share/applications/picker.desktop").contains("Icon=picker\n"))
        #expect(try file("share/metainfo/picker.metainfo.xml").contains("picker.desktop"))
        #expect(try file("share/icons/hicolor/scalable/apps/picker.svg").contains("<svg"))
        let name = "org.freedesktop.impl.portal.desktop.picker"
        #expect(try file("share/xdg-desktop-portal/portals/picker.portal").contains("DBusName=\(name)\n"))
        #expect(try file("share/dbus-1/services/\(name).service").contains("/usr/bin/picker\" portal\n"))
        #expect(try file("share/systemd/user/picker-portal.service").contains("BusName=\(name)\n"))
    }

    @Test("An installation can be moved: its programs find each other, and pkg-config the headers and BackendKit")
    func moves() async throws {
        let moved = "\(picker.home)/elsewhere"
        try FileManager.default.moveItem(atPath: picker.prefix, toPath: moved)
        let variables = ["PKG_CONFIG_PATH": "\(moved)/share/pkgconfig"]
        let compile =
            "echo '#include <picker/backend_api.h>' | cc -fsyntax-only -xc $(pkg-config --cflags picker-backend) -"
        let compiled = try await picker.run("sh", ["-c", compile], in: picker.home, with: variables)
        #expect(compiled.succeeded, "\(compiled)")
        let package = try await picker.run(
            "pkg-config", ["--variable=swiftpackagedir", "picker-backend"], in: picker.home, with: variables)
        let folder = package.output.split(separator: "\n").first.map(String.init) ?? ""
        for name in ["Package.swift", "exports.map", "Sources/BackendAPI/include/picker/entry.h"] {
            #expect(FileManager.default.fileExists(atPath: "\(folder)/\(name)"), "\(package)")
        }
        let backends = try await picker.run("\(moved)/bin/picker", ["backends"], in: picker.home)
        #expect(backends.output.contains("\(moved)/lib/picker/backends/libLegacyGroupBackend.so"), "\(backends)")
    }

    @Test(
        "An example finds an installation that make is told on its command line, as its Makefile says",
        arguments: ["CBackend", "RemoteCBackend", "RustBackend", "SwiftBackend"])
    func path(example: String) async throws {
        let told = ["-n", "install", "PKG_CONFIG_PATH=\(picker.prefix)/share/pkgconfig"]
        let planned = try await picker.run("make", told, in: picker.copy(example), with: ["PKG_CONFIG_PATH": ""])
        let backends = "\(picker.prefix)/share/pkgconfig/../../lib/picker/backends/"
        #expect(planned.succeeded && planned.output.contains(backends), "\(planned)")
        #expect(!example.contains("CBackend") || planned.output.contains("-I\(picker.prefix)/share"), "\(planned)")
    }
}
