import Platform
import TestSupport
import Testing
import VideoConversion

@Suite("What confines a conversion", .enabled(if: ProcessRestriction.landlockVersion > 0, "the kernel has no Landlock"))
struct ConversionConfinementTests {
    private struct Found: Sendable {
        /// By path; none of what could be opened.
        var errors: [String: SystemError] = [:]
        var loadsLibraries = false
    }

    @Test("keeps it from every file but libraries, which it loads, and from making one")
    func files() async throws {
        let folder = try TestSupport.TemporaryFolder()
        let (secret, new) = (try folder.write("words", to: "secret"), folder.path("new"))
        let found = Mutex(Found())
        // A thread of its own: what confines it does not end.
        let thread = JoinableThread {
            let confined = Result { () throws(SystemError) in try ConversionConfinement.limitFiles() }
            var now = Found()
            if case .failure(let error) = confined { now.errors["confine"] = error }
            let attempts: [(String, OpenOptions)] = [(secret, []), ("/etc/passwd", []), (new, [.write, .create])]
            for (path, options) in attempts {
                do throws(SystemError) {
                    _ = try OwnedDescriptor.open(path, options)
                } catch {
                    now.errors[path] = error
                }
            }
            now.loadsLibraries = (try? OwnedDescriptor.open("/usr/lib", .folder)) != nil
            let result = now
            found.withLock { $0 = result }
        }
        try #require(thread).join()
        let result = found.withLock { $0 }
        #expect(result.errors["confine"] == nil && result.loadsLibraries)
        for path in [secret, "/etc/passwd", new] { #expect(result.errors[path] == .accessDenied, "\(path)") }
    }
}
