import Glibc
import Platform
import TestSupport
import Testing

@Suite("What libraries print")
struct QuietLibrariesTests {
    @Test("What a library prints is dropped on the thread that asks for it, and nowhere else or afterwards")
    func quiet() throws {
        let text = try standardError {
            silencingLibraries {
                perror("words of a library")
                silencingLibraries { perror("words of a library in a library") }
                perror("more words of a library")
                let other = JoinableThread { perror("words of another thread") }
                other?.join()
                perror("Assertion failed")
            }
            perror("words afterwards")
        }
        #expect(!text.contains("words of a library"), "\(text)")
        for kept in ["words of another thread", "Assertion failed", "words afterwards"] {
            #expect(text.contains(kept), "\(text)")
        }
    }
}
