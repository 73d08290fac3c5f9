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

    @Test("Changes that could not be refreshed wait for the next time with all that was known of them, and come once")
    func putBack() {
        let (folder, file): ([UInt8], [UInt8]) = (Array("a".utf8), Array("a/b.jpg".utf8))
        let start = ContinuousClock.now
        let quiet = start + WatchOptions().quiet
        var pending = PendingChanges()
        pending.putBack(DueRefresh(mode: .folders([folder]), finished: [file], arrived: [folder]), at: start)
        let early = pending.take(at: start, WatchOptions())
        #expect(early?.mode == nil)
        let due = pending.take(at: quiet, WatchOptions())
        #expect(due?.mode == .folders([folder]) && due?.finished == [file] && due?.arrived == [folder])
        let again = pending.take(at: quiet + .seconds(100), WatchOptions())
        #expect(again?.mode == nil)
        // All files have to be compared still, whatever else is to be refreshed.
        pending.putBack(DueRefresh(mode: .full), at: start)
        pending.putBack(DueRefresh(mode: .folders([folder])), at: start)
        let full = pending.take(at: quiet, WatchOptions())
        #expect(full?.mode == .full)
    }

    @Test("Changes that wait for a refresh wait until it is quiet, and not for ever where it never is")
    func quiet() {
        let folder: [UInt8] = Array("a".utf8)
        let start = ContinuousClock.now
        let options = WatchOptions()
        var pending = PendingChanges()
        pending.putBack(DueRefresh(mode: .folders([folder])), at: start)
        pending.putBack(DueRefresh(mode: .folders([folder])), at: start + .milliseconds(90))
        let early = pending.take(at: start + .milliseconds(189), options)
        #expect(early?.mode == nil)
        let due = pending.take(at: start + .milliseconds(190), options)
        #expect(due?.mode == .folders([folder]))
        for step in 0...11 {
            pending.putBack(DueRefresh(mode: .folders([folder])), at: start + .milliseconds(step * 90))
        }
        let busy = pending.take(at: start + .milliseconds(999), options)
        #expect(busy?.mode == nil)
        let late = pending.take(at: start + .seconds(1), options)
        #expect(late?.mode == .folders([folder]))
    }

    @Test(
        "Changes that wait for a refresh are none after a quick one, and none where no folder is to be looked at again")
    func nothing() {
        let start = ContinuousClock.now
        var pending = PendingChanges()
        pending.putBack(DueRefresh(mode: .quick, finished: [[1]]), at: start)
        pending.lookAgain([], at: start)
        let due = pending.take(at: start + .seconds(100), WatchOptions())
        #expect(due?.mode == nil && pending.finished.isEmpty)
    }
}
