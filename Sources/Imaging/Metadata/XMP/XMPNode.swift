/// Something that has properties: a whole packet, or a structure in it (ISO 16684-1, section 7).
///
/// RDF writes properties as attributes or as elements, and structures in four ways; here they are all alike.
struct XMPNode: Sendable {
    /// The elements whose attributes and children are the properties; more than one for a packet.
    private let elements: [XMLElement]

    init(_ elements: [XMLElement]) { self.elements = elements }

    /// The text of a simple property; of a list the first item, of languages the default one.
    func text(_ name: XMLName) -> String? {
        if let value = attribute(name) { return value }
        guard let element = element(name) else { return nil }
        guard let items = Self.items(of: element) else { return Self.simpleText(of: element) }
        let standard = items.first { $0.attribute(.language) == "x-default" } ?? items.first
        return standard.flatMap(Self.simpleText)
    }

    /// The texts of a list; a simple property is a list of one.
    func texts(_ name: XMLName) -> [String] {
        if let value = attribute(name) { return [value] }
        guard let element = element(name) else { return [] }
        return (Self.items(of: element) ?? [element]).compactMap(Self.simpleText)
    }

    /// The structures of a list.
    func nodes(_ name: XMLName) -> [XMPNode] {
        guard let element = element(name), let items = Self.items(of: element) else { return [] }
        return items.map(Self.structure)
    }

    /// A property that is a structure.
    func node(_ name: XMLName) -> XMPNode? {
        element(name).map(Self.structure)
    }

    private func attribute(_ name: XMLName) -> String? {
        elements.lazy.compactMap { $0.attribute(name) }.first
    }

    private func element(_ name: XMLName) -> XMLElement? {
        elements.lazy.compactMap { $0.child(name) }.first
    }

    /// The items of a bag, a sequence or alternatives; nil when the property is no list.
    private static func items(of property: XMLElement) -> [XMLElement]? {
        let kinds: [XMLName] = [.rdfBag, .rdfSequence, .rdfAlternatives]
        guard let list = property.children.first(where: { kinds.contains($0.name) }) else { return nil }
        return list.children.filter { $0.name == .rdfItem }
    }

    /// Attributes of the element itself, its children, or those of a description inside.
    private static func structure(_ element: XMLElement) -> XMPNode {
        XMPNode([element] + element.children.filter { $0.name == .rdfDescription })
    }

    /// The text between the tags; with qualifiers it is in `rdf:value`, and a URI in `rdf:resource`.
    private static func simpleText(of element: XMLElement) -> String? {
        if let resource = element.attribute(.rdfResource) { return resource }
        if element.children.isEmpty, element.attribute(.rdfValue) == nil { return element.text }
        let node = structure(element)
        return node.attribute(.rdfValue) ?? node.element(.rdfValue)?.text
    }
}
