internal import CImaging

/// An XML document, read into elements. The limits are far above what real XMP packets need.
struct XMLDocument {
    /// Longer documents are not read. The extended XMP of a depth map has some megabytes.
    static let byteLimit = 8 << 20
    private static let depthLimit = 64

    let root: XMLElement
    /// False if the document is damaged, cut off or beyond a limit, so that there may have been more elements.
    let isComplete: Bool

    /// Reads as much of a document as possible; nil if not even its first tag can be read.
    init?(_ bytes: ArraySlice<UInt8>) {
        // An XML declaration after blanks would be an error, so the blanks are dropped.
        let trimmed = bytes.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
        guard !trimmed.isEmpty, trimmed.count <= Self.byteLimit else { return nil }
        let tree = XMLTree()
        let result = trimmed.withUnsafeBufferPointer { Self.read($0, into: tree) }
        guard let root = tree.closed() else { return nil }
        self.root = root
        isComplete = result == IMAGING_XML_COMPLETE
    }

    private static func read(_ bytes: UnsafeBufferPointer<UInt8>, into tree: XMLTree) -> CInt {
        var handler = imaging_xml_handler()
        handler.context = Unmanaged.passUnretained(tree).toOpaque()
        handler.start = { context, name, attributes in
            guard let tree = XMLTree.borrowed(context), let name, let attributes else { return 1 }
            return tree.start(name, attributes) ? 0 : 1
        }
        handler.end = { context in XMLTree.borrowed(context)?.end() }
        handler.text = { context, characters, count in
            guard let characters else { return }
            let bytes = UnsafeRawBufferPointer(start: characters, count: count)
            XMLTree.borrowed(context)?.text(bytes)
        }
        return withExtendedLifetime(tree) {
            bytes.withMemoryRebound(to: CChar.self) { characters in
                imaging_xml_read(characters.baseAddress, characters.count, CInt(depthLimit), &handler)
            }
        }
    }
}

/// The elements read so far, while a document is parsed.
private final class XMLTree {
    /// The most elements and attributes. Edited photos have some thousand, because they contain their history.
    private static let nodeLimit = 50_000

    /// The elements that are not closed yet, from the root to the innermost one.
    private var open: [XMLElement] = []
    private var root: XMLElement?
    private var nodeCount = 0

    static func borrowed(_ context: UnsafeMutableRawPointer?) -> XMLTree? {
        context.map { Unmanaged<XMLTree>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Opens an element; false if there are too many.
    func start(_ name: UnsafePointer<CChar>, _ attributes: UnsafePointer<UnsafePointer<CChar>?>) -> Bool {
        var element = XMLElement(name: Self.name(name))
        var index = 0
        while let name = attributes[index], let value = attributes[index + 1] {
            element.attributes.append(.init(name: Self.name(name), value: String(cString: value)))
            index += 2
        }
        nodeCount += 1 + element.attributes.count
        open.append(element)
        return nodeCount <= Self.nodeLimit
    }

    func end() {
        guard let element = open.popLast() else { return }
        if open.isEmpty {
            root = element
        } else {
            open[open.count - 1].children.append(element)
        }
    }

    func text(_ bytes: UnsafeRawBufferPointer) {
        guard !open.isEmpty else { return }
        open[open.count - 1].text += String(decoding: bytes, as: UTF8.self)
    }

    /// Closes all open elements. Nil if there was none at all.
    func closed() -> XMLElement? {
        while !open.isEmpty { end() }
        return root
    }

    /// Parses "namespace\nlocal", the form in which the C reader passes names.
    private static func name(_ text: UnsafePointer<CChar>) -> XMLName {
        let whole = String(cString: text)
        guard let separator = whole.utf8.firstIndex(of: 0x0A) else { return XMLName("", whole) }
        return XMLName(String(whole[..<separator]), String(whole[whole.utf8.index(after: separator)...]))
    }
}
