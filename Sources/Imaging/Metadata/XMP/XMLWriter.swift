/// Writes elements as a document, with all namespaces declared at its root.
struct XMLWriter {
    private static let usual = [
        XMPNamespace.rdf: "rdf", XMPNamespace.xml: "xml", XMPNamespace.dublinCore: "dc", XMPNamespace.xmp: "xmp",
        XMPNamespace.tiff: "tiff", XMPNamespace.exif: "exif", XMPNamespace.photoshop: "photoshop",
        XMPNamespace.lightroom: "lr", XMPNamespace.panorama: "GPano", "adobe:ns:meta/": "x",
    ]

    private var prefixes: [(namespace: String, prefix: String)] = []
    private var known: [String: String] = [:]

    mutating func document(_ root: XMLElement) -> String {
        collect(root)
        let declarations = prefixes.filter { $0.namespace != XMPNamespace.xml }.map {
            " xmlns:\($0.prefix)=\"\(Self.escaped($0.namespace))\""
        }
        return text(of: root, declarations: declarations.joined())
    }

    private mutating func collect(_ element: XMLElement) {
        for name in [element.name] + element.attributes.map(\.name) where !name.namespace.isEmpty {
            guard known[name.namespace] == nil else { continue }
            let prefix = Self.usual[name.namespace] ?? "ns\(prefixes.count)"
            known[name.namespace] = prefix
            prefixes.append((name.namespace, prefix))
        }
        for child in element.children { collect(child) }
    }

    private func text(of element: XMLElement, declarations: String = "") -> String {
        let attributes = element.attributes.map { " \(qualified($0.name))=\"\(Self.escaped($0.value))\"" }
        let name = qualified(element.name)
        // In RDF an element has either children or text; between children there are only blanks.
        let content =
            element.children.isEmpty ? Self.escaped(element.text) : element.children.map { text(of: $0) }.joined()
        return "<\(name)\(declarations)\(attributes.joined())" + (content.isEmpty ? "/>" : ">\(content)</\(name)>")
    }

    private func qualified(_ name: XMLName) -> String {
        guard let prefix = known[name.namespace] else { return name.local }
        return "\(prefix):\(name.local)"
    }

    /// Escapes text content, or an attribute's value in double quotes. Tabs and line ends are escaped too, because readers
    /// would normalize them.
    private static func escaped(_ text: String) -> String {
        let special: [Unicode.Scalar: String] = [
            "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "\t": "&#9;", "\n": "&#10;", "\r": "&#13;",
        ]
        var escaped = ""
        for scalar in text.unicodeScalars {
            if let reference = special[scalar] { escaped += reference } else { escaped.unicodeScalars.append(scalar) }
        }
        return escaped
    }
}
