public import BackendAPI

/// A struct of the ABI that can have links: `next` is the first of them (R5.9).
public protocol LinkedStruct {
    /// The first link, or nil.
    var next: UnsafePointer<picker_link>! { get set }
}

/// Why a struct is refused because of its links (R5.10).
public enum LinkRefusal: Error, Equatable, Sendable {
    /// A critical link has an id that is not known.
    case unknown(String)
    /// More than `PICKER_LINK_LIMIT` links, which may be a ring.
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
    /// Why what a backend emitted is refused.
    public var ofRecord: String { "what it gives cannot be understood: \(self)" }
    /// Why what a host asks is refused.
    public var ofRequest: String { "the request cannot be served: \(self)" }
}

/// Passes over the links that may be passed over. Version 1 knows none.
///
/// - Throws: for a critical one, and for more than there may be.
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

/// As `boundedCopy`, of a struct whose reader knows what hangs on it.
///
/// - Throws: as `checkLinks`.
public func checkedCopy<Struct: LinkedStruct>(
    of source: UnsafePointer<Struct>, into defaults: Struct
) throws(LinkRefusal) -> Struct {
    let copy = boundedCopy(of: source, into: defaults)
    try checkLinks(from: copy.next)
    return copy
}
