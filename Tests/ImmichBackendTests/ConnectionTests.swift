import BackendKit
import PhotoModel
import Platform
import Testing

@testable import HTTPClient
@testable import ImmichServing

@Suite("Connections to the server", .mayBlock, .enabled(if: FakeImmich.isAvailable, FakeImmich.explanation))
struct ConnectionTests {
    private func opened(_ server: FakeImmich) throws -> Int {
        try #require(try server.control("GET", "/log")["connectionsOpened"]?.integer)
    }

    @Test("A first window and its count are one way there and back")
    func firstWindow() throws {
        let server = try FakeImmich(["--synthetic", "300", "--latency-ms", "50"])
        let library = try server.open()
        try server.forgetRequests()
        let fetch = try library.fetch(.all, options: FetchOptions(), call: BackendCall())
        #expect(try fetch.assets(0, 100).count == 100)
        #expect(try fetch.count(call: BackendCall()) == 297)
        let log = try server.control("GET", "/log")
        #expect(log["requests"]?.elements?.count == 2)
        #expect(log["mostInFlight"]?.integer == 2)
    }

    @Test("Connections stay open from call to call, also those of several questions at once")
    func stayOpen() throws {
        let server = try FakeImmich(["--synthetic", "100"])
        let library = try server.open(["connections": "4"])
        let several = [Ask](repeating: .get("/albums"), count: 3)
        _ = try library.server.documents(several, BackendCall())
        _ = try library.server.document(.get("/albums"), BackendCall())
        try server.forgetRequests()
        let before = try opened(server)
        for _ in 0..<4 {
            #expect(try library.server.documents(several, BackendCall()).count == 3)
            _ = try library.server.document(.get("/albums"), BackendCall())
        }
        #expect(try opened(server) == before)
    }

    @Test("Lanes in use never have more connections together than the client may have")
    func lanes() throws {
        let pool = LanePool(connections: 4)
        let widths = Mutex((now: 0, most: 0))
        let threads = (0..<8).compactMap { number in
            JoinableThread {
                for round in 0..<200 {
                    guard let lane = try? pool.take((number + round) % 6 + 1, .never) else { return }
                    widths.withLock { widths in
                        widths.now += lane.width
                        widths.most = max(widths.most, widths.now)
                    }
                    if round % 16 == 0 { pause(milliseconds: 1) }
                    widths.withLock { $0.now -= lane.width }
                    pool.giveBack(lane)
                }
            }
        }
        for thread in threads { thread.join() }
        #expect(threads.count == 8 && widths.withLock(\.now) == 0)
        #expect(widths.withLock(\.most) == 4)
    }

    @Test("Many questions at once are all answered, and leave no more connections open than the settings say")
    func bounded() throws {
        let server = try FakeImmich(["--synthetic", "100", "--latency-ms", "5"])
        let library = try server.open(["connections": "4"])
        try server.forgetRequests()
        let failed = Mutex(0)
        let threads = (0..<12).compactMap { number in
            JoinableThread {
                for round in 0..<6 {
                    let asks = [Ask](repeating: .get("/albums"), count: (number + round) % 7 + 1)
                    let answers = try? library.server.documents(asks, BackendCall())
                    if answers?.allSatisfy({ (try? $0.get()) != nil }) != true { failed.withLock { $0 += 1 } }
                }
            }
        }
        for thread in threads { thread.join() }
        #expect(threads.count == 12 && failed.withLock(\.self) == 0)
        let log = try server.control("GET", "/log")
        // The tests' own connection is counted, too.
        #expect(try #require(log["connectionsOpen"]?.integer) <= 5)
    }

    @Test("Watching for changes asks one question at a time, and leaves the connections to what callers wait for")
    func watching() throws {
        let server = try FakeImmich(["--synthetic", "100", "--latency-ms", "20"])
        let library = try server.open()
        try server.forgetRequests()
        // The first look takes eighteen questions.
        try? library.observe(call: BackendCall(endingAt: MonotonicTime.now + 800_000_000)) { _ in .more }
        #expect(try server.requests().count >= 10)
        #expect(try server.control("GET", "/log")["mostInFlight"]?.integer == 1)
    }

    @Test("Several requests get the connections that are free, and take over those that are idle")
    func widths() throws {
        let pool = LanePool(connections: 4)
        let narrow = try pool.take(1, .never)
        let wide = try pool.take(6, .never)
        #expect(narrow.width == 1 && wide.width == 3)
        pool.giveBack(narrow)
        pool.giveBack(wide)
        let whole = try pool.take(4, .never)
        #expect(whole.width == 4)
        pool.giveBack(whole)
        // A single request closes the wide lane, whose other connections are free then.
        let single = try pool.take(0, .never)
        let rest = try pool.take(9, .never)
        #expect(single.width == 1 && rest.width == 3)
    }

    @Test("A call that ends while it waits for a connection is not waited for any more")
    func endedWait() throws {
        let pool = LanePool(connections: 1)
        let held = try pool.take(1, .never)
        let flag = CancellationFlag()
        flag.cancel()
        let error = #expect(throws: HTTPError.self) { _ = try pool.take(1, flag.cancellation) }
        guard case .ended(.cancelled)? = error else {
            Issue.record("it ended with \(String(describing: error))")
            return
        }
        pool.giveBack(held)
        let begin = MonotonicTime.now
        pool.giveBack(try pool.take(1, .never, yields: true))
        #expect(MonotonicTime.now - begin < 500_000_000)
    }

    @Test("What no one waits for lets others go first, but not for ever")
    func yielding() throws {
        let pool = LanePool(connections: 2)
        let order = Mutex<[String]>([])
        let held = try pool.take(1, .never)
        // There is room for it, and yet it waits until the other has its answer.
        let background = JoinableThread {
            guard let lane = try? pool.take(1, .never, yields: true) else { return }
            order.withLock { $0.append("background") }
            pool.giveBack(lane)
        }
        pause(milliseconds: 60)
        #expect(order.withLock { $0.isEmpty })
        let urgent = JoinableThread {
            guard let lane = try? pool.take(2, .never) else { return }
            pause(milliseconds: 60)
            order.withLock { $0.append("urgent") }
            pool.giveBack(lane)
        }
        pause(milliseconds: 30)
        pool.giveBack(held)
        urgent?.join()
        background?.join()
        #expect(order.withLock(\.self) == ["urgent", "background"])

        let steady = try pool.take(1, .never)
        let begin = MonotonicTime.now
        pool.giveBack(try pool.take(1, .never, yields: true))
        #expect(MonotonicTime.now - begin >= 900_000_000)
        pool.giveBack(steady)
    }
}
