import Foundation
import TestSupport
import Testing

/// The example in Rust repeats the headers by hand.
@Suite("Examples/RustBackend/src/abi.rs") struct RustHeaderTests {
    /// Fields of each struct, in order.
    private typealias Structs = [String: [String]]

    private static func lines(_ path: String) throws -> [String] {
        try String(contentsOfFile: "\(PackagePaths.root)/\(path)", encoding: .utf8).components(separatedBy: "\n")
    }

    /// "struct picker_rect size 16 align 4", then "  0 +4 x: uint32_t".
    private static func contract() throws -> Structs {
        var structs: Structs = [:]
        var name = ""
        for line in try lines("Sources/BackendAPI/abi-v1.layout") {
            if let match = line.wholeMatch(of: /struct (\w+) .*/) { name = String(match.1) }
            if let match = line.wholeMatch(of: #/  \d+ \+\d+ (\w+): .*/#) {
                structs[name, default: []].append(String(match.1))
            }
        }
        return structs
    }

    /// "pub struct Rect {", then "    pub x: u32,".
    private static func rust() throws -> Structs {
        var structs: Structs = [:]
        var name = ""
        for line in try lines("Examples/RustBackend/src/abi.rs") {
            if let match = line.wholeMatch(of: /pub struct (\w+)(?:<Record>)? \{/) { name = String(match.1) }
            // `type` is a word of the language.
            if let match = line.wholeMatch(of: #/    pub (\w+):.*/#) {
                structs[name, default: []].append(match.1 == "kind" && name == "Collection" ? "type" : String(match.1))
            }
        }
        return structs
    }

    /// EntryRequest is picker_entry_request.
    private static func contractName(_ name: String) -> String {
        switch name {
        case "Text": "picker_string"
        case "Limits": "picker_limits_v1"
        case "Sink": "picker_asset_sink"
        default: "picker" + name.map { $0.isUppercase ? "_\($0.lowercased())" : "\($0)" }.joined()
        }
    }

    @Test("The header of the example in Rust has the structs of the contract, field by field")
    func structs() throws {
        let (contract, rust) = (try Self.contract(), try Self.rust())
        #expect(rust.count > 20)
        for (name, fields) in rust { #expect(contract[Self.contractName(name)] == fields, "\(name)") }
    }
}
