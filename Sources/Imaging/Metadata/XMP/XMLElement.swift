/// An element of an XML document, with its content.
struct XMLElement: Equatable, Sendable {
    struct Attribute: Equatable, Sendable {
        let name: XMLName
        let value: String
    }

    let name: XMLName
    var attributes: [Attribute] = []
    var children: [XMLElement] = []
    /// The text of the element itself, without that of its children.
    var text = ""

    func attribute(_ name: XMLName) -> String? {
        attributes.first { $0.name == name }?.value
    }

    func child(_ name: XMLName) -> XMLElement? {
        children.first { $0.name == name }
    }
}

/// A name in a namespace. Prefixes are not kept, because they only abbreviate namespaces.
struct XMLName: Hashable, Sendable {
    /// Empty if the name is in no namespace.
    let namespace: String
    let local: String

    init(_ namespace: String, _ local: String) {
        self.namespace = namespace
        self.local = local
    }
}
