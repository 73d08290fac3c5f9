import Foundation
import TestSupport

/// A struct of the ABI as `abi-v1.json` describes it: what tests know of its fields, without naming one.
struct DescribedStruct: Decodable {
    struct Field: Decodable {
        struct Function: Decodable {}

        let name: String
        let offset: Int
        let size: Int
        let type: String
        /// The field that has the number of elements.
        let count: String?
        let function: Function?
    }

    let name: String
    let size: Int
    let fields: [Field]

    static let all: [String: Self] = {
        struct Description: Decodable { let structs: [DescribedStruct] }
        let file = URL(fileURLWithPath: "\(PackagePaths.root)/Sources/BackendAPI/abi-v1.json")
        let structs = try? JSONDecoder().decode(Description.self, from: Data(contentsOf: file)).structs
        return Dictionary(uniqueKeysWithValues: (structs ?? []).map { ($0.name, $0) })
    }()

    func field(_ name: String) -> Field? { fields.first { $0.name == name } }

    /// What a field of this type is in memory.
    enum Form {
        case number, string, bytes
        case strings, byteStrings
        case record(DescribedStruct)
        case records(DescribedStruct)
        /// Pointers of so many bytes to what stays with its process.
        case kept(Int)
    }

    func form(of field: Field) -> Form {
        let words = field.type.split { " *[]".contains($0) }.map(String.init)
        let isPointer = field.type.contains("*")
        switch (field.type, words.first { Self.all[$0] != nil }) {
        case ("picker_string", _): return .string
        // A frame's profile goes with its planes.
        case ("picker_bytes", _): return self.field("release") == nil ? .bytes : .kept(8)
        case (_, "picker_string"): return .strings
        case (_, "picker_bytes"): return .byteStrings
        case (_, let name?) where isPointer:
            guard field.function == nil, let target = Self.all[name], name != "picker_link" else {
                return .kept(field.size)
            }
            return field.count == nil ? .record(target) : .records(target)
        default: return isPointer || field.function != nil ? .kept(field.size) : .number
        }
    }
}
