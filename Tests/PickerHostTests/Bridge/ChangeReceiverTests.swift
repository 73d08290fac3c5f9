import ABIMemory
import BackendAPI
import PhotoModel
import Testing

@testable import PickerHost

@Suite("A change that a backend reports") struct ChangeReceiverTests {
    private let arena = RecordArena()

    /// What the host makes of a change, and whether it answered that it wants more.
    private func received(
        _ identifiers: [String], token: [UInt8]? = nil, wantsMore: Bool = false,
        _ change: (inout picker_change) -> Void = { _ in }
    ) -> (change: LibraryChange?, flow: picker_flow) {
        var record = picker_change()
        record.struct_size = structSize(of: picker_change.self)
        record.kind = LibraryChange.Kind.updated.rawValue
        record.identifiers = arena.array(identifiers.map { arena.string($0) })
        record.identifier_count = UInt64(identifiers.count)
        record.token = arena.bytes(token)
        change(&record)
        var heard: [LibraryChange] = []
        let receiver = ChangeReceiver {
            heard.append($0)
            return wantsMore
        }
        let flow = receiver.withSink { sink in sink.pointee.emit(sink.pointee.context, &record) }
        return (heard.first, flow)
    }

    private func reload(_ token: [UInt8]? = nil) -> LibraryChange { LibraryChange(.reload, token: token) }

    @Test("A change that a backend reports comes with its identifiers and its token, and the host's answer goes back")
    func small() {
        let (change, flow) = received(["a", "b"], token: [1, 2])
        #expect(change == .updated(["a", "b"], token: [1, 2]) && flow == PICKER_STOP)
        #expect(received(["a"], wantsMore: true).flow == PICKER_CONTINUE)
        let nothing = ChangeReceiver { _ in true }.withSink { sink in sink.pointee.emit(sink.pointee.context, nil) }
        #expect(nothing == PICKER_STOP)
    }

    @Test("A change that a backend reports may be anything if it names too many, or what cannot be, or nothing")
    func large() {
        let most = (0..<20_000).map { "a\($0)" }
        #expect(received(most, token: [1]).change == .updated(most, token: [1]))
        #expect(received(most + ["b"], token: [1]).change == reload([1]))
        let long = String(repeating: "a", count: 64)
        #expect(received([long]).change == .updated([long]))
        #expect(received(["a", long + "a"]).change == reload())
        #expect(received([]).change == reload())
        #expect(received(["a"]) { $0.kind = 9 }.change == reload())
        #expect(received(["a"]) { $0.subject = 9 }.change == reload())
        #expect(received(["a"]) { $0.identifiers = nil }.change == reload())
    }

    @Test("A change that a backend reports has no token that is too long to be sent back")
    func tokens() {
        let most = [UInt8](repeating: 7, count: 16_384)
        #expect(received(["a"], token: most).change == .updated(["a"], token: most))
        #expect(received(["a"], token: most + [7]).change == .updated(["a"]))
    }

    @Test("A change that a backend reports concerns the members of albums, and no members of assets")
    func members() {
        for (subject, concernsMembers) in [(LibraryChange.Subject.collections, true), (.assets, false)] {
            let change = received(["a"]) { record in
                record.subject = subject.rawValue
                record.flags = PICKER_CHANGE_MEMBERS
            }.change
            #expect(change?.subject == subject && change?.concernsMembers == concernsMembers)
        }
    }
}
