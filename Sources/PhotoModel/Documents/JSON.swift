/// A JSON document (RFC 8259). Other programs may write anything: values of other types than the reader expects count as absent.
package enum JSON: Sendable, Equatable {
    case null
    case bool(Bool)
    case number(Double)
    case text(String)
    case array([JSON])
    case object([Member])

    package struct Member: Sendable, Equatable {
        package let name: String
        package let value: JSON
    }

    /// An object with those of the members that are not nil.
    package init(_ members: KeyValuePairs<String, JSON?>) {
        self = .object(members.compactMap { name, value in value.map { Member(name: name, value: $0) } })
    }

    /// The first member with this name; nil if there is none, or it is null.
    package subscript(_ name: String) -> JSON? {
        guard case .object(let members) = self, let found = members.first(where: { $0.name == name })?.value,
            found != .null
        else { return nil }
        return found
    }

    package var text: String? {
        guard case .text(let text) = self else { return nil }
        return text
    }

    package var bool: Bool? {
        guard case .bool(let bool) = self else { return nil }
        return bool
    }

    package var number: Double? {
        guard case .number(let number) = self else { return nil }
        return number
    }

    package var elements: [JSON]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }

    /// A number without a fraction that fits.
    package var integer: Int? { number.flatMap { Int(exactly: $0) } }

    /// A copy of this object with more members.
    package func adding(_ members: KeyValuePairs<String, JSON?>) -> JSON {
        guard case .object(let mine) = self, case .object(let more) = JSON(members) else { return self }
        return .object(mine + more)
    }
}

extension JSON {
    /// The encoded document.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return bytes
    }

    private func append(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes += Array("null".utf8)
        case .bool(let bool): bytes += Array((bool ? "true" : "false").utf8)
        case .number(let number):
            bytes += Array((Int(exactly: number).map(String.init) ?? String(number)).utf8)
        case .text(let text): Self.append(text, to: &bytes)
        case .array(let elements):
            Self.append(elements, "[", "]", to: &bytes) { $0.append(to: &$1) }
        case .object(let members):
            Self.append(members, "{", "}", to: &bytes) { member, bytes in
                Self.append(member.name, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                member.value.append(to: &bytes)
            }
        }
    }

    private static func append<Element>(
        _ elements: [Element], _ open: Unicode.Scalar, _ close: Unicode.Scalar, to bytes: inout [UInt8],
        _ one: (Element, inout [UInt8]) -> Void
    ) {
        bytes.append(UInt8(ascii: open))
        for (index, element) in elements.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            one(element, &bytes)
        }
        bytes.append(UInt8(ascii: close))
    }

    private static func append(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case ..<0x20:
                let digits = Array("0123456789abcdef".utf8)
                bytes += Array("\\u00".utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
