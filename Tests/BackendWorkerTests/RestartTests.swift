import BackendAPI
import Platform
import Testing

@testable import BackendWorker

@Suite("What follows when workers end") struct RestartTests {
    private static let second: UInt64 = 1_000_000_000

    /// Tenths of a second until the next worker may be started.
    private func wait(_ delay: RestartDelay, _ now: UInt64) -> UInt64 {
        var wait: UInt64 = 0
        while !delay.isDue(at: now + wait) { wait += Self.second / 10 }
        return wait * 10 / Self.second
    }

    @Test("Workers that answered something are replaced at once, however often they end")
    func served() {
        var delay = RestartDelay()
        for now in 1...10 {
            delay.started()
            delay.served()
            delay.ended(at: UInt64(now))
            #expect(delay.isDue(at: UInt64(now)) && delay.refusalSeconds(at: UInt64(now)) == nil)
        }
    }

    @Test("Workers that end before they answered anything are replaced later and later, and then calls no longer wait")
    func atOnce() {
        var delay = RestartDelay()
        var (waits, refusals): ([UInt64], [Int?]) = ([], [])
        var now = 100 * Self.second
        for _ in 0..<7 {
            delay.started()
            delay.ended(at: now)
            waits.append(wait(delay, now))
            refusals.append(delay.refusalSeconds(at: now))
            now += Self.second * 100
        }
        #expect(waits == [0, 1, 5, 20, 50, 100, 300])
        #expect(refusals == [nil, nil, nil, 2, 5, 10, 30])
        #expect(delay.isDue(at: now) && delay.refusalSeconds(at: now) == nil)
        delay.started()
        delay.served()
        delay.ended(at: now)
        #expect(delay.isDue(at: now))
    }

    @Test("What a host saw of a fetch is remembered once for each window, and not of calls that ended before")
    func observed() {
        var observed = ObservedElements()
        func see(_ offset: Int, length: UInt64) {
            observed.note(
                ObservedElements.Window(offset: UInt64(offset), length: length), ObservedElements.Digest())
        }
        for offset in 0..<5000 { see(offset, length: 0) }
        #expect(observed.windows.isEmpty && !observed.isIncomplete)
        for _ in 0..<2 {
            for offset in 0..<4096 { see(offset, length: 1) }
            #expect(observed.windows.count == 4096 && !observed.isIncomplete)
        }
        see(9999, length: 1)
        #expect(observed.windows.count == 4096 && observed.isIncomplete)
    }

    @Test("Workers that are ended from outside are replaced at once, until there are too many in a row")
    func fromOutside() {
        var delay = RestartDelay()
        for _ in 1...10 {
            delay.started()
            delay.ended(at: 0, isFromOutside: true)
            #expect(delay.isDue(at: 0))
        }
        for _ in 1...4 { delay.ended(at: 0, isFromOutside: true) }
        #expect(delay.refusalSeconds(at: 0) == 2)
        var served = RestartDelay()
        for _ in 1...100 {
            served.started()
            served.served()
            served.ended(at: 0, isFromOutside: true)
            #expect(served.isDue(at: 0))
        }
    }

    @Test(
        "A worker was ended from outside when no crash and no want of memory sends its signal",
        arguments: [(9, true), (15, true), (2, true), (1, true)]
            + [4, 6, 7, 8, 11, 13, 24, 25, 31].map { ($0, false) })
    func outsideSignals(number: Int32, isFromOutside: Bool) {
        let signal = Termination.signal(Signal(rawValue: number))
        #expect(ExitReason(signal, lackedMemory: false).isFromOutside == isFromOutside)
        // For lack of memory the kernel kills.
        #expect(ExitReason(signal, lackedMemory: true).isFromOutside == (isFromOutside && number != 9))
        #expect(!ExitReason(.exit(number), lackedMemory: false).isFromOutside)
        #expect(!ExitReason.givenUp("it hung").isFromOutside)
    }

    private func note(
        _ assets: inout RefusedAssets, _ name: String, version: UInt64? = 1, endings: Int = 1, at now: UInt64 = 0
    ) {
        assets.note(
            Array(name.utf8), version: version, endings: endings, status: PICKER_INTERNAL, words: "crashed", at: now)
    }

    private func isRefused(_ assets: RefusedAssets, _ name: String, at now: UInt64 = 0) -> Bool {
        assets.refusal(of: Array(name.utf8), at: now) != nil
    }

    @Test("An asset is refused when it ended two workers, with the same content, within ten minutes")
    func refusal() {
        var assets = RefusedAssets()
        note(&assets, "a")
        #expect(!isRefused(assets, "a"))
        note(&assets, "a")
        #expect(isRefused(assets, "a") && !isRefused(assets, "b"))
        #expect(isRefused(assets, "a", at: 599 * Self.second) && !isRefused(assets, "a", at: 600 * Self.second))
        note(&assets, "b", endings: 2)
        #expect(isRefused(assets, "b"))
        assets.forget(Array("b".utf8))
        #expect(!isRefused(assets, "b"))
        note(&assets, "c", version: 1)
        note(&assets, "c", version: 2)
        #expect(!isRefused(assets, "c"))
        note(&assets, "d", at: 0)
        note(&assets, "d", at: 601 * Self.second)
        #expect(!isRefused(assets, "d", at: 601 * Self.second))
    }

    @Test("So many assets are remembered, and no more")
    func bound() {
        var assets = RefusedAssets()
        for index in 0..<1000 { note(&assets, "\(index)", endings: 2) }
        #expect(assets.count == RefusedAssets.capacity)
        #expect(isRefused(assets, "999") && !isRefused(assets, "0"))
        for _ in 0..<1000 { note(&assets, "999", endings: 2) }
        #expect(assets.count == RefusedAssets.capacity && isRefused(assets, "998"))
    }
}
