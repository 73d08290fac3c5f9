public import BackendAPI

/// A struct of the ABI that can have links: `next` is the first of them (R5.9).
public protocol LinkedStruct {
    /// The first link, or nil.
    var next: UnsafePointer<picker_link>! { get set }
}

/// Why a struct is refused because of its links (R5.10).
public enum LinkRefusal: Error, Equatable, Sendable {
    /// A critical link has an ID that is not known.
    case unknown(String)
    /// There are more than `PICKER_LINK_LIMIT` links; they may form a cycle.
    case tooMany
}

extension LinkRefusal: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unknown(let id): "\(id) says what it means, and is not known here; a newer version may know it"
        case .tooMany: "it has more than \(PICKER_LINK_LIMIT) links"
        }
    }
}

extension LinkRefusal {
    /// The message for something that a backend emitted.
    public var ofRecord: String { "what it gives cannot be understood: \(self)" }
    /// The message for a request of a host.
    public var ofRequest: String { "the request cannot be served: \(self)" }
}

/// Checks that all links may be ignored. Version 1 knows none.
///
/// - Throws: for a critical link, and for too many links.
public func checkLinks(from first: UnsafePointer<picker_link>?) throws(LinkRefusal) {
    var rest = first
    var count = 0
    while let link = rest.map({ boundedCopy(of: $0, into: picker_link()) }) {
        count += 1
        guard count <= PICKER_LINK_LIMIT else { throw .tooMany }
        if link.flags & PICKER_LINK_CRITICAL != 0 {
            throw .unknown((try? link.id.text()).flatMap { $0 } ?? "a link without a name")
        }
        rest = link.next
    }
}

/// Like `boundedCopy`, but checks the links of the struct, too.
///
/// - Throws: as `checkLinks`.
public func checkedCopy<Struct: LinkedStruct>(
    of source: UnsafePointer<Struct>, into defaults: Struct
) throws(LinkRefusal) -> Struct {
    let copy = boundedCopy(of: source, into: defaults)
    try checkLinks(from: copy.next)
    return copy
}
