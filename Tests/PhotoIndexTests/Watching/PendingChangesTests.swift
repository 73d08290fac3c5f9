import Testing

@testable import PhotoIndex

@Suite("Changes that wait for a refresh")
struct PendingChangesTests {
    @Test("Changes that wait for a refresh until they have settled wait no longer because of those in other folders")
    func settling() {
        let (calm, busy): ([UInt8], [UInt8]) = (Array("calm".utf8), Array("busy".utf8))
        let start = ContinuousClock.now
        var pending = PendingChanges()
        pending.lookAgain([calm], at: start + .seconds(2))
        pending.lookAgain([busy], at: start + .seconds(3))
        let early = pending.take(at: start + .seconds(1), WatchOptions())
        #expect(early?.mode == nil)
        let due = pending.take(at: start + .seconds(2), WatchOptions())
        #expect(due?.mode == .folders([calm, busy]))
        pending.lookAgain([busy], at: start + .seconds(4))
        let last = pending.take(at: start + .seconds(4), WatchOptions())
        #expect(last?.mode == .folders([busy]))
    }
}
