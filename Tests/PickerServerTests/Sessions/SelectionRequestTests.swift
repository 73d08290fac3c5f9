import Foundation
import HTTPTypes
import PickingSessions
import Testing

@testable import PickerServer

@Suite("What a page describes as selected")
struct SelectionRequestTests {
    private func request(_ json: String) throws -> SelectionRequest { try SelectionRequest(Data(json.utf8)) }

    private func run(_ part: SelectionRequest.Part) throws -> AssetRun? { try part.run() }

    @Test("is a list of assets, or of parts, which count if both are there")
    func forms() throws {
        #expect(try request(#"{"assets":["b","a","b"]}"#).parts.map(\.asset) == ["b", "a", "b"])
        #expect(try request(#"{"assets":[]}"#).parts.isEmpty)
        let parts = try request(#"{"assets":["a"],"parts":[{"collection":"c","except":["x"]},{"asset":"b"}]}"#).parts
        #expect(parts.map(\.asset) == [nil, "b"] && parts.map(\.collection) == ["c", nil])
        #expect(parts.first?.except == ["x"] && parts.first?.offset == nil)
        for wrong in ["", "[]", "{}", #"{"assets":"a"}"#, #"{"assets":[1]}"#, #"{"parts":[{"offset":"1"}]}"#] {
            let error = #expect(throws: ServerError.self, "\(wrong)") { try request(wrong) }
            #expect(error?.message == "the body must be {\"assets\": [identifiers]} or {\"parts\": [...]}")
        }
    }

    @Test("has runs as their list, their positions and what is left out of them say")
    func runs() throws {
        #expect(try run(.init(asset: "a")) == nil)
        let whole = AssetRun(wholeCollection: "c", count: 0, byteTotal: 0)
        #expect(try run(.init(collection: "c")) == whole)
        let full = SelectionRequest.Part(
            collection: "c", offset: 2, count: 3, kind: "live", text: "sea", order: "reversed", first: "f", last: "l",
            except: ["x", "y", "x"])
        let listing = AssetRun.Listing(collection: "c", kind: "live", text: "sea", isReversed: true)
        let expected = AssetRun(
            of: listing, places: 2..<5, ends: .init(first: "f", last: "l"), exceptions: ["x", "y"])
        #expect(try run(full) == expected)
        let plain = AssetRun(of: .init(collection: "c"), places: 0..<1)
        #expect(try run(.init(collection: "c", count: 1)) == plain)
        #expect(try run(.init(collection: "c", count: 1, order: "default", first: "f")) == plain)
        #expect(try run(.init(collection: "c", count: 1, last: "l")) == plain)
        let last = try run(.init(collection: "c", offset: Int.max - 1, count: 1))
        #expect(last?.places == Int.max - 1..<Int.max)
    }

    @Test("is neither both an asset and a collection nor a range that cannot be")
    func refused() {
        let wrong: [(SelectionRequest.Part, String)] = [
            (.init(), "a part is an asset or a collection"),
            (.init(asset: "a", collection: "c"), "a part is an asset or a collection"),
            (.init(collection: "c", order: "up"), "order must be default or reversed"),
        ]
        let ranges: [SelectionRequest.Part] = [
            .init(collection: "c", offset: 0), .init(collection: "c", count: 0), .init(collection: "c", count: -1),
            .init(collection: "c", offset: -1, count: 2), .init(collection: "c", offset: Int.max, count: 1),
        ]
        let words = "a range has an offset of at least 0 and a count of at least 1"
        for (part, message) in wrong + ranges.map({ ($0, words) }) {
            let error = #expect(throws: ServerError.self, "\(part)") { try part.run() }
            #expect(error?.status == .badRequest && error?.message == message)
        }
    }

    @Test("is told to the page in the same terms")
    func documents() throws {
        let listing = AssetRun.Listing(collection: "c", kind: "live", text: "sea", isReversed: true)
        let run = try #require(
            AssetRun(of: listing, places: 2..<6, ends: .init(first: "f", last: "l"), exceptions: ["y", "x"]))
        let document = RunDocument(run)
        #expect(document.collection == "c" && document.kind == "live" && document.text == "sea")
        #expect(document.order == "reversed" && document.offset == 2 && document.count == 4)
        #expect(document.first == "f" && document.last == "l" && document.except == ["x", "y"])
        let whole = RunDocument(AssetRun(wholeCollection: "c", count: 9, byteTotal: 1))
        #expect(whole.offset == nil && whole.count == 9 && whole.order == "default" && whole.first == nil)
    }
}
