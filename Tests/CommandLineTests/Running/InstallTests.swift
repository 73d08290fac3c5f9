import Foundation
import TestSupport
import Testing

@Suite("scripts/install")
struct InstallTests {
    /// A build whose programs are small: what is installed is copied, and `picker` is asked for its manuals.
    private func build() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write("#!/bin/sh\nexec '\(PickerProgram.path)' \"$@\"\n", to: "picker")
        let others = ["picker-helper", "picker-server", "picker-ingest-postgres"]
        for name in others { try folder.write("#!/bin/sh\n", to: name) }
        for name in ["FetchResult", "HEIF", "Immich", "LegacyGroup", "Postgres"] {
            try folder.write("", to: "lib\(name)Backend.so")
        }
        for name in ["picker"] + others { chmod(folder.path(name), 0o755) }
        return folder
    }

    @Test("installs into a folder of any name, and services and their descriptions lead there")
    func anyName() async throws {
        let (built, folder) = (try build(), try TemporaryFolder())
        let prefix = folder.path("my programs, & 100%")
        let environment = [
            "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": folder.path,
            "BUILT": built.path, "PREFIX": prefix,
        ]
        try await onThread {
            try Subprocess.run(PackagePaths.root + "/scripts/install", environment: environment, timeout: 120)
        }.expectSuccess()
        #expect(FileManager.default.isExecutableFile(atPath: "\(prefix)/bin/picker"))
        // systemd reads "%%" as "%", and D-Bus leaves it as it is.
        let inUnits = prefix.replacing("%", with: "%%")
        for (file, line) in [
            ("lib/systemd/system/picker-server.service", "ExecStart=\"\(inUnits)/bin/picker\" serve $SERVE\n"),
            ("lib/systemd/system/picker-server.service", "\"file:\(inUnits)/share/doc/picker/deploy.md\"\n"),
            ("lib/systemd/system/picker-ingest@.service", "ExecStart=\"\(inUnits)/bin/picker\" ingest "),
            ("share/systemd/user/picker.service", "ExecStart=\"\(inUnits)/bin/picker\" serve $SERVE\n"),
            ("share/systemd/user/picker-portal.service", "ExecStart=\"\(inUnits)/bin/picker\" portal $PORTAL\n"),
            (
                "share/dbus-1/services/org.freedesktop.impl.portal.desktop.picker.service",
                "Exec=\"\(prefix)/bin/picker\" portal\n"
            ),
        ] {
            let text = try String(contentsOfFile: "\(prefix)/\(file)", encoding: .utf8)
            #expect(text.contains(line), "\(file): \(text)")
        }
    }
}
