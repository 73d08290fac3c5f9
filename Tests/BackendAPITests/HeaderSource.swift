import Foundation
import TestSupport

/// The text of one header, and what the tests want to know of it.
struct HeaderSource: CustomStringConvertible {
    /// Path below the include folder: "picker/ext/heif.h".
    let name: String
    let text: String

    var description: String { name }

    /// All headers of the ABI.
    static let all: [HeaderSource] = {
        let files = FileManager.default.enumerator(atPath: PackagePaths.headers)?.compactMap { $0 as? String } ?? []
        return files.filter { $0.hasSuffix(".h") }.sorted().compactMap { name in
            (try? String(contentsOfFile: "\(PackagePaths.headers)/\(name)", encoding: .utf8))
                .map { HeaderSource(name: name, text: $0) }
        }
    }()

    /// The text with nothing in place of comments and preprocessor lines.
    var code: String {
        text.replacing(#/(?s:/\*.*?\*/)/#, with: "").replacing(#/(?m:^[ \t]*#.*$)/#, with: "")
    }

    /// The structs that the header defines.
    var structs: [HeaderStruct] {
        code.matches(of: #/typedef struct (\w+) \{([^}]*)\} \w+;/#).map { match in
            let members = match.2.split(separator: ";").map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
            return HeaderStruct(name: String(match.1), members: members.filter { !$0.isEmpty })
        }
    }

    /// The functions that can be called: pointers in structs and the entry point, each with its comment.
    var functions: [HeaderFunction] {
        let pattern =
            ##/
            (?s) /\* ( (?: (?!\*/). )* ) \*/ \s*
            ( [^;{}/\#]*? \(\*(\w+)\)\([^;]*; | PICKER_EXPORT[^;(]*?(\w+)\([^;]*; )
            /##
        return text.matches(of: pattern).filter { !$0.2.hasPrefix("typedef") }.map { match in
            HeaderFunction(
                name: String(match.3 ?? match.4 ?? ""), comment: String(match.1), declaration: String(match.2),
                header: name)
        }
    }
}

struct HeaderStruct: CustomStringConvertible {
    let name: String
    /// Declarations without comments and semicolons.
    let members: [String]

    var description: String { name }

    static let all = HeaderSource.all.flatMap(\.structs)

    /// Value types that never change; docs/abi.md, R5.7.
    static let frozen: Set = ["picker_string", "picker_bytes", "picker_rect"]
}

struct HeaderFunction: CustomStringConvertible {
    let name: String
    let comment: String
    let declaration: String
    let header: String

    var description: String { "\(header): \(name)" }
    var returnsStatus: Bool { declaration.contains(#/^(?:PICKER_EXPORT )?picker_status\b/#) }

    static let all = HeaderSource.all.flatMap(\.functions)
}
