/// An element of an XML document with what is inside of it.
struct XMLElement: Equatable, Sendable {
    struct Attribute: Equatable, Sendable {
        let name: XMLName
        let value: String
    }

    let name: XMLName
    var attributes: [Attribute] = []
    var children: [XMLElement] = []
    /// The characters between its tags, without those of its children.
    var text = ""

    func attribute(_ name: XMLName) -> String? {
        attributes.first { $0.name == name }?.value
    }

    func child(_ name: XMLName) -> XMLElement? {
        children.first { $0.name == name }
    }
}

/// A name in a namespace. Prefixes are gone: only namespaces mean something.
struct XMLName: Hashable, Sendable {
    /// Empty when there is none.
    let namespace: String
    let local: String

    init(_ namespace: String, _ local: String) {
        self.namespace = namespace
        self.local = local
    }
}
