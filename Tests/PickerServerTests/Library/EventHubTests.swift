import Testing

@testable import PickerServer

@Suite("Who hears of an event", .timeLimit(.minutes(1)))
struct EventHubTests {
    private func events(of listener: EventHub.Listener) async -> [String] {
        listener.end()
        return await listener.stream.reduce(into: []) { $0.append($1) }
    }

    @Test("All pages of a library hear of it, and of a session those that are for it, whichever library they show")
    func listeners() async {
        let sessions = SessionEvents()
        let (one, two) = (EventHub(sessions: sessions), EventHub(sessions: sessions))
        let (page, picking, elsewhere) = (one.listen(), one.listen(in: "s1"), two.listen(in: "s1"))
        let (other, client) = (two.listen(in: "s2"), sessions.listen(in: "s1"))
        one.send("changed")
        sessions.send("ended", to: "s1")
        picking.look()
        #expect(await events(of: page) == ["changed"])
        #expect(await events(of: picking) == ["changed", "ended", EventHub.look])
        #expect(await events(of: elsewhere) == ["ended"])
        #expect(await events(of: other).isEmpty)
        #expect(await events(of: client) == ["ended"])
    }

    @Test("A page that does not read hears of the last sixteen, and one that ended of nothing more")
    func slow() async {
        let hub = EventHub()
        let (slow, ended) = (hub.listen(), hub.listen(in: "s1"))
        ended.end()
        for number in 1...20 { hub.send("\(number)") }
        #expect(await events(of: slow) == (5...20).map(String.init))
        #expect(await events(of: ended).isEmpty)
    }
}
