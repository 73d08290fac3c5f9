import ABIMemory
import BackendAPI
import Testing

@testable import BackendWorker

/// What is made from the headers, against the description of the headers: a field that is not passed on is found whichever it is.
@Suite("Each struct that crosses to a worker")
struct WireStructTests {
    /// The structs by their names in C.
    private static var types: [String: any WireStruct.Type] {
        Dictionary(uniqueKeysWithValues: WireStructs.all.map { ("\($0)", $0) })
    }
    static let names = types.keys.sorted()

    private static func sample(_ name: String) throws -> (StructSample, any WireStruct.Type) {
        (StructSample(try #require(DescribedStruct.all[name])), try #require(types[name]))
    }

    @Test("is every one that links can hang on, but those with functions of the host: the entry point's and the call")
    func complete() {
        let linked = DescribedStruct.all.values.filter { $0.field("next") != nil }.map(\.name)
        let others = ["picker_entry_request", "picker_call", "picker_link"]
        #expect(Set(linked).subtracting(others) == Set(Self.names).subtracting(["picker_limits_v1"]))
        #expect(linked.count > 20)
    }

    @Test("comes out as it went in, with every field set and every flag", arguments: names)
    func everyField(name: String) throws {
        let (sample, type) = try Self.sample(name)
        try Self.expectSame(sample, type)
    }

    @Test("comes out as it went in where it is of a version to come, as far as it is known", arguments: names)
    func long(name: String) throws {
        let (sample, type) = try Self.sample(name)
        sample.set(size: sample.structure.size + StructSample.more)
        #expect(try Self.expectSame(sample, type) == sample.structure.size)
    }

    @Test("comes out as it went in where it ends after any of its fields", arguments: names)
    func short(name: String) throws {
        let structure = try #require(DescribedStruct.all[name])
        for size in structure.fields.dropFirst(2).map(\.offset) {
            let (sample, type) = try Self.sample(name)
            sample.set(size: size)
            let read = try Self.expectSame(sample, type) { sample.clear(from: size) }
            #expect(read == (size + 7) / 8 * 8, "up to where a pointer can end")
        }
    }

    @Test("loses the links that may be passed over, and nothing else", arguments: names)
    func optionalLinks(name: String) throws {
        let (sample, type) = try Self.sample(name)
        sample.set(links: LinkChain(count: Int(PICKER_LINK_LIMIT), criticalAt: nil))
        try Self.expectSame(sample, type)
    }

    @Test("is refused for a link that means something else without it", arguments: names)
    func criticalLink(name: String) throws {
        let (sample, type) = try Self.sample(name)
        guard sample.structure.field("next") != nil else { return }
        let links = LinkChain(count: 3, criticalAt: 2)
        sample.set(links: links)
        #expect(throws: WireError.refused(.unknown("com.example.link-2/1"))) { try Self.written(sample, type) }
        sample.set(links: nil)
        guard let inner = sample.firstInner else { return }
        inner.set(links: links)
        #expect(throws: WireError.refused(.unknown("com.example.link-2/1"))) { try Self.written(sample, type) }
    }

    @Test("is refused for more links than there may be", arguments: names)
    func manyLinks(name: String) throws {
        let (sample, type) = try Self.sample(name)
        guard sample.structure.field("next") != nil else { return }
        sample.set(links: LinkChain(count: Int(PICKER_LINK_LIMIT) + 1, criticalAt: nil))
        #expect(throws: WireError.refused(.tooMany)) { try Self.written(sample, type) }
    }

    @Test("has no pointer of the other process, whatever that sent in the place of one", arguments: names)
    func pointers(name: String) throws {
        let (sample, type) = try Self.sample(name)
        var message = try Self.written(sample, type)
        for field in sample.structure.fields where field.type.contains("*") {
            message.replaceSubrange(
                field.offset..<field.offset + field.size, with: repeatElement(0x41, count: field.size))
        }
        try Self.expectSame(sample, read: message, type)
    }

    @Test("is refused where two arrays of one count have not the same number of elements")
    func sharedCounts() throws {
        for counts in [(2, 2), (2, 3), (3, 2)] as [(UInt64, UInt64)] {
            var writer = WireWriter()
            var request = picker_open_request()
            request.struct_size = structSize(of: picker_open_request.self)
            withUnsafeBytes(of: request) { writer.append(Array($0)) }
            for _ in 0..<3 { writer.integer(WireWriter.absent) }
            for count in [counts.0, counts.1] {
                writer.integer(count)
                for _ in 0..<count { try writer.text("text") }
            }
            let body = Body(writer.body)
            var reader = body.reader
            let copy = try? reader.value(picker_open_request.self)
            #expect((copy?.setting_count == 2) == (counts.0 == counts.1), "\(counts)")
        }
    }

    // MARK: The wire

    private static func written<Value: WireStruct>(_ sample: StructSample, _: Value.Type) throws -> [UInt8] {
        var writer = WireWriter()
        try writer.value(sample.pointer(Value.self))
        return writer.body
    }

    /// - Parameter before: called before what came is compared with the sample.
    /// - Returns: the size of what came.
    @discardableResult
    private static func expectSame<Value: WireStruct>(
        _ sample: StructSample, _ type: Value.Type, before: () -> Void = {}
    ) throws -> Int {
        let message = try written(sample, type)
        before()
        return try expectSame(sample, read: message, type)
    }

    @discardableResult
    private static func expectSame<Value: WireStruct>(
        _ sample: StructSample, read message: [UInt8], _ type: Value.Type
    ) throws -> Int {
        let body = Body(message)
        var reader = body.reader
        let value = try reader.value(Value.self)
        #expect(reader.isAtEnd)
        sample.set(links: nil)
        return withUnsafeBytes(of: value) { bytes in
            guard let start = bytes.baseAddress else { return 0 }
            #expect(StructDifference(sample.structure, sample.memory, start).fields == [])
            return Int(bytes.load(as: UInt32.self))
        }
    }
}
