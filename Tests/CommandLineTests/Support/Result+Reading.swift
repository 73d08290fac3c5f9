import Foundation
import TestSupport
import Testing

extension Subprocess.Result {
    /// The exit code; nil when a signal or the test ended it.
    var status: Int32? {
        if case .exited(let code) = ending { code } else { nil }
    }

    /// Lines of standard output, without the line breaks.
    var lines: [String] { output.split(separator: "\n").map(String.init) }

    /// Standard output as one JSON document.
    func json() throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(standardOutput)) as? [String: Any], "\(self)")
    }

    /// Standard output as one JSON object on each line.
    func jsonLines() throws -> [[String: Any]] {
        try standardOutput.split(separator: UInt8(ascii: "\n")).map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any], "\(self)")
        }
    }

    /// Expects that the program said nothing but one line on standard error, and ended with this code.
    func expectFailure(
        _ code: Int32, naming parts: String..., sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(ending == .exited(code), "\(self)", sourceLocation: sourceLocation)
        #expect(output.isEmpty, "\(self)", sourceLocation: sourceLocation)
        #expect(errors.hasPrefix("picker: "), "\(self)", sourceLocation: sourceLocation)
        let breaks = errors.utf8.count { $0 == UInt8(ascii: "\n") }
        #expect(breaks == 1 && errors.hasSuffix("\n"), "one line: \(self)", sourceLocation: sourceLocation)
        for part in parts {
            #expect(errors.contains(part), "\(part) in \(self)", sourceLocation: sourceLocation)
        }
    }

    /// Expects that the program ended well and said nothing on standard error.
    func expectSuccess(sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(ending == .exited(0), "\(self)", sourceLocation: sourceLocation)
        #expect(errors.isEmpty, "\(self)", sourceLocation: sourceLocation)
    }
}
