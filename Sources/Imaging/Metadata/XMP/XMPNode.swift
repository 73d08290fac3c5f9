/// Anything that has properties: a whole packet, or a structure in it (ISO 16684-1, section 7).
///
/// RDF can write a property as an attribute or as an element, and a structure in four ways. This type hides the difference.
struct XMPNode: Sendable {
    /// The elements whose attributes and children are the properties. A packet may have several.
    private let elements: [XMLElement]

    init(_ elements: [XMLElement]) { self.elements = elements }

    /// The text of a simple property; for a list, its first item; for a text in several languages, the default one.
    func text(_ name: XMLName) -> String? {
        if let value = attribute(name) { return value }
        guard let element = element(name) else { return nil }
        guard let items = Self.items(of: element) else { return Self.simpleText(of: element) }
        let standard = items.first { $0.attribute(.language) == "x-default" } ?? items.first
        return standard.flatMap(Self.simpleText)
    }

    /// The texts of a list. A simple property counts as a list of one item.
    func texts(_ name: XMLName) -> [String] {
        if let value = attribute(name) { return [value] }
        guard let element = element(name) else { return [] }
        return (Self.items(of: element) ?? [element]).compactMap(Self.simpleText)
    }

    /// The items of a list of structures.
    func nodes(_ name: XMLName) -> [XMPNode] {
        guard let element = element(name), let items = Self.items(of: element) else { return [] }
        return items.map(Self.structure)
    }

    /// The value of a property that is a structure.
    func node(_ name: XMLName) -> XMPNode? {
        element(name).map(Self.structure)
    }

    private func attribute(_ name: XMLName) -> String? {
        elements.lazy.compactMap { $0.attribute(name) }.first
    }

    private func element(_ name: XMLName) -> XMLElement? {
        elements.lazy.compactMap { $0.child(name) }.first
    }

    /// The items of a bag, a sequence or alternatives; nil if the property is no list.
    private static func items(of property: XMLElement) -> [XMLElement]? {
        let kinds: [XMLName] = [.rdfBag, .rdfSequence, .rdfAlternatives]
        guard let list = property.children.first(where: { kinds.contains($0.name) }) else { return nil }
        return list.children.filter { $0.name == .rdfItem }
    }

    /// A structure, whose properties are attributes or children of the element itself, or of a description inside it.
    private static func structure(_ element: XMLElement) -> XMPNode {
        XMPNode([element] + element.children.filter { $0.name == .rdfDescription })
    }

    /// The value of a simple property: the text of its element, or `rdf:value` if it has qualifiers, or `rdf:resource` if it is
    /// a URI.
    private static func simpleText(of element: XMLElement) -> String? {
        if let resource = element.attribute(.rdfResource) { return resource }
        if element.children.isEmpty, element.attribute(.rdfValue) == nil { return element.text }
        let node = structure(element)
        return node.attribute(.rdfValue) ?? node.element(.rdfValue)?.text
    }
}
