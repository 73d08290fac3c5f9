/// What the dynamic linker sees of a shared library (System V ABI, chapter 4 and 5; 64 bits, little end first).
struct ELFFile {
    private let bytes: [UInt8]
    private var programHeaders: [(type: UInt32, flags: UInt32)] = []
    /// Tag and value of the entries of the dynamic section.
    private var dynamic: [(tag: UInt64, value: UInt64)] = []
    /// Names that the file defines for others, and those that it needs from others.
    private(set) var exports: Set<String> = []
    private(set) var imports: Set<String> = []

    init(_ path: String) throws(CheckStop) {
        bytes = try Files.read(BytePath(path))
        guard bytes.starts(with: [0x7F] + Array("ELF".utf8)) else { throw .failed("it is no ELF file") }
        guard bytes.count >= 64, bytes[4] == 2, bytes[5] == 1 else {
            throw .failed("it is no ELF file of 64 bits, little end first")
        }
        guard number(18, 2) == Self.ownMachine else {
            throw .failed("it is for machine \(number(18, 2)), this one is \(Self.ownMachine)")
        }
        readProgramHeaders()
        readSections()
    }

    /// ET_DYN that is not an executable.
    var isSharedLibrary: Bool { number(16, 2) == 3 && !programHeaders.contains { $0.type == 3 } }
    /// PT_GNU_STACK with PF_X.
    var wantsExecutableStack: Bool { programHeaders.contains { $0.type == 0x6474_E551 && $0.flags & 1 != 0 } }
    /// DT_TEXTREL, or DF_TEXTREL in DT_FLAGS.
    var hasTextRelocations: Bool { dynamic.contains { $0.tag == 22 || ($0.tag == 30 && $0.value & 4 != 0) } }

    private static var ownMachine: Int {
        #if arch(arm64)
        183
        #else
        62
        #endif
    }

    /// An unsigned number; 0 outside of the file.
    private func number(_ offset: Int, _ width: Int) -> Int {
        guard offset >= 0, offset <= bytes.count - width else { return 0 }
        return (0..<width).reversed().reduce(0) { $0 << 8 | Int(bytes[offset + $1]) }
    }

    private mutating func readProgramHeaders() {
        let (start, size, count) = (number(32, 8), number(54, 2), number(56, 2))
        guard bytes.indices.contains(start) else { return }
        for index in 0..<count {
            let header = start + index * size
            programHeaders.append((UInt32(number(header, 4)), UInt32(number(header + 4, 4))))
        }
    }

    private struct Section {
        var type: Int
        var offset: Int
        var size: Int
        var link: Int
    }

    private mutating func readSections() {
        let (start, size, count) = (number(40, 8), number(58, 2), number(60, 2))
        guard bytes.indices.contains(start) else { return }
        let sections = (0..<count).map { index in
            let header = start + index * size
            return Section(
                type: number(header + 4, 4), offset: number(header + 24, 8), size: number(header + 32, 8),
                link: number(header + 40, 4))
        }
        for section in sections where isInside(section) {
            if section.type == 11, sections.indices.contains(section.link), isInside(sections[section.link]) {
                readSymbols(section, names: sections[section.link].offset)
            } else if section.type == 6 {
                dynamic += stride(from: section.offset, to: section.offset + section.size, by: 16).map {
                    (UInt64(bitPattern: Int64(number($0, 8))), UInt64(bitPattern: Int64(number($0 + 8, 8))))
                }
            }
        }
    }

    /// Whether the file has all of a section; what a damaged file says of one may be any number.
    private func isInside(_ section: Section) -> Bool {
        section.offset >= 0 && section.size >= 0 && section.size <= bytes.count
            && section.offset <= bytes.count - section.size
    }

    /// Symbols that linkers add by themselves, which do not count (R1.1).
    private static let marks: Set = ["_end", "_edata", "__bss_start", "_init", "_fini", "__end__", "_etext", "__etext"]

    private mutating func readSymbols(_ section: Section, names: Int) {
        for symbol in stride(from: section.offset + 24, to: section.offset + section.size, by: 24) {
            let (binding, visibility) = (number(symbol + 4, 1) >> 4, number(symbol + 5, 1) & 3)
            let name = text(names + number(symbol, 4))
            guard binding != 0, !name.isEmpty else { continue }
            let index = number(symbol + 6, 2)
            if index == 0 {
                imports.insert(name)
            } else if index != 0xFFF1, visibility == 0 || visibility == 3, !Self.marks.contains(name) {
                exports.insert(name)
            }
        }
    }

    private func text(_ offset: Int) -> String {
        guard bytes.indices.contains(offset) else { return "" }
        return String(decoding: bytes[offset...].prefix { $0 != 0 }, as: UTF8.self)
    }
}
