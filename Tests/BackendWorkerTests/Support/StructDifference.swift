import ABIMemory
import BackendAPI

/// What of a struct did not come out of the wire as it went in, by its description.
struct StructDifference {
    private(set) var fields: [String] = []

    /// What `struct_size` says is not compared.
    init(_ structure: DescribedStruct, _ sent: UnsafeRawPointer, _ received: UnsafeRawPointer) {
        for field in structure.fields where field.name != "struct_size" {
            let (before, after) = (sent + field.offset, received + field.offset)
            let count = field.count.flatMap(structure.field).map { (sent + $0.offset).load(as: UInt32.self) }
            if !Self.isPassedOn(structure.form(of: field), field.size, before, after, count: Int(count ?? 1)) {
                fields.append("\(structure.name).\(field.name)")
            }
        }
    }

    private static func isPassedOn(
        _ form: DescribedStruct.Form, _ size: Int, _ before: UnsafeRawPointer, _ after: UnsafeRawPointer, count: Int
    ) -> Bool {
        switch form {
        case .number:
            return UnsafeRawBufferPointer(start: before, count: size)
                .elementsEqual(UnsafeRawBufferPointer(start: after, count: size))
        case .kept(let pointers):
            return UnsafeRawBufferPointer(start: after, count: pointers).allSatisfy { $0 == 0 }
        case .string, .bytes: return areEqual(before, after, 1)
        case .strings, .byteStrings:
            return withTargets(before, after) { areEqual($0, $1, count) }
        case .record(let target):
            return withTargets(before, after) { StructDifference(target, $0, $1).fields.isEmpty }
        case .records(let target):
            return withTargets(before, after) { before, after in
                (0..<count).allSatisfy { index in
                    withTargets(before + index * 8, after + index * 8) {
                        StructDifference(target, $0, $1).fields.isEmpty
                    }
                }
            }
        }
    }

    /// Follows two pointers, which must not be the same: a pointer of the other process means nothing.
    private static func withTargets(
        _ before: UnsafeRawPointer, _ after: UnsafeRawPointer,
        _ body: (UnsafeRawPointer, UnsafeRawPointer) -> Bool
    ) -> Bool {
        let targets = (before.load(as: UnsafeRawPointer?.self), after.load(as: UnsafeRawPointer?.self))
        guard let source = targets.0, let copy = targets.1 else { return targets.0 == nil && targets.1 == nil }
        return source != copy && body(source, copy)
    }

    /// Texts or bytes, whose structs have one layout.
    private static func areEqual(_ before: UnsafeRawPointer, _ after: UnsafeRawPointer, _ count: Int) -> Bool {
        let (left, right) = (
            before.assumingMemoryBound(to: picker_bytes.self), after.assumingMemoryBound(to: picker_bytes.self)
        )
        return (0..<count).allSatisfy { index in
            left[index].array == right[index].array
                && (left[index].data == nil || left[index].data != right[index].data)
        }
    }
}
