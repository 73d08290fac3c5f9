import Foundation
import TestSupport
import Testing

/// The example over a server, checked over the server in its folder, which is there for the kit's photos and for faults.
@Suite(
    "The example backend over a server", .timeLimit(.minutes(40)), .serialized, .builds("RemoteCBackend"),
    .enabled(if: TestExtent.includesSlow, "make test-slow runs it"))
struct RemoteBackendTests {
    private let picker: InstalledPicker
    private let folder: String

    init() async throws {
        picker = try #require(BuiltExample.picker)
        folder = picker.home + "/../RemoteCBackend"
    }

    private var plugin: String { "\(picker.prefix)/lib/picker/backends/libphoto-shelf.so" }

    /// The complete run has every check of level full; else those of one category, another one with a worker.
    @Test(
        "The example in C over a server keeps every rule, in the process and in a worker",
        arguments: ["in-process", "worker"])
    func conforms(isolation: String) async throws {
        let part = ["--filter", isolation == "worker" ? "images." : "fetch."]
        let options = [
            "conformance", plugin, "--level", "full", "--timeout-scale", "8", "--quiet", "--isolation", isolation,
            "--fixture", "sh \(folder)/server/fixture",
        ]
        let verdict = try await picker.run(
            "picker", options + (TestExtent.isComplete ? [] : part), in: picker.home)
        #expect(verdict.succeeded, "\(verdict)")
        #expect(!verdict.output.contains("warning: "), "\(verdict)")
        let passed = verdict.output.firstMatch(of: #/conformant: (\d+) passed/#).flatMap { Int($0.output.1) } ?? 0
        #expect(passed > (TestExtent.isComplete ? 180 : 15), "\(verdict)")
    }

    @Test("The example over a server answers a server that fails as the rules say, in time, and under sanitizers")
    func faults() async throws {
        let flags = "CFLAGS=-std=c11 -O1 -g -Wall -Wextra -Werror -fsanitize=address,undefined"
        try await picker.make("clean", in: folder)
        let result = try await picker.run("make", ["faults", flags], in: folder)
        #expect(result.succeeded && result.errors.contains("\nOK"), "\(result)")
    }

    @Test("The example over a server shows what its server serves of a folder, and offline as offline")
    func shows() async throws {
        let script = """
            mkdir -p "$HOME/Photos/trip"
            python3 - "$HOME/Photos" "$1" <<'END'
            import sys
            sys.path.insert(0, sys.argv[2] + "/tests")
            import shelf
            for name in ("a.png", "trip/b.png"):
                open(f"{sys.argv[1]}/{name}", "wb").write(shelf.png(64, 48))
            END
            python3 -B "$1/server/serve" "$HOME/Photos" --key sesame > place & server=$!
            trap 'kill $server 2> /dev/null || true' EXIT
            until [ -s place ]; do sleep 0.1; done
            location=$(sed 's/.*"location": "\\([^"]*\\)".*/\\1/' place)
            printf sesame > key && chmod 600 key
            picker libraries add shelf "$location" --set insecure=yes --secret-file api-key=key
            picker albums --library shelf
            id=$(picker assets --library shelf | head -n 1 | cut -f 1)
            picker original "$id" --library shelf --out copy.png
            cmp copy.png Photos/a.png || cmp copy.png Photos/trip/b.png
            picker image "$id" --library shelf --isolation worker --size 32x32 --out small.png
            kill $server && wait $server 2> /dev/null || true
            if picker albums --library shelf; then exit 1; else echo "status $?"; fi
            """
        let result = try await picker.run("bash", ["-euc", script, "trying", folder], in: picker.home)
        #expect(result.succeeded, "\(result)")
        #expect(result.output.contains("Photos answers as reader"), "\(result)")
        #expect(result.output.contains("  trip\n") && result.output.contains("cameraRoll  2"), "\(result)")
        #expect(result.output.contains("status 69\n") && result.errors.contains("cannot be reached"), "\(result)")
        #expect(!"\(result)".contains("sesame\n"))
    }
}
