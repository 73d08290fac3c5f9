internal import PhotoModel
internal import Platform

/// The kit's library on a server, reached through a relay that a check controls.
struct NetworkLibrary {
    let relay: NetworkRelay
    /// Whether requests can be answered in the server's place: it is spoken to by HTTP without TLS.
    let isPlain: Bool
    private let context: CheckContext
    private let backend: Backend
    private let place: Backend.Place

    /// - Throws: that the check does not apply where the server is not at 127.0.0.1.
    init(_ context: CheckContext) throws(CheckStop) {
        self.context = context
        backend = try context.backend()
        try context.makeLibrary()
        let original = backend.place(of: context.root)
        let text = String(decoding: original.location, as: UTF8.self)
        guard let match = text.wholeMatch(of: #/([a-z][a-z0-9+.-]*://(?:127\.0\.0\.1|localhost):)([0-9]{1,5})(.*)/#),
            let port = UInt16(match.2)
        else { throw .notApplicable("its server is not at a port of 127.0.0.1, where the kit can stand in between") }
        isPlain = text.prefix { $0 != ":" }.hasSuffix("http")
        do throws(SystemError) {
            relay = try NetworkRelay(server: port)
        } catch {
            throw .harness("no connections can be relayed: \(error)")
        }
        place = (Array("\(match.1)\(relay.port)\(match.3)".utf8), original.settings)
    }

    /// Asks for the library, for as long as a patient person waits.
    func ask() -> (reply: Reply, library: Library?) {
        let opened = backend.open(at: place, data: context.dataFolder, control: patientCall(seconds: 12))
        return (opened.reply, opened.library)
    }

    /// Opens it, while the network does what it should.
    func open() throws(CheckStop) -> (library: Library, sample: NetworkSample) {
        relay.behave(.pass)
        let opened = ask()
        try opened.reply.ok()
        guard let library = opened.library else { throw .failed("open_library filled nothing in") }
        let assets = try library.assets()
        guard let largest = assets.max(by: { $0.byteSize < $1.byteSize }) else { throw .failed("nothing is listed") }
        return (
            library,
            NetworkSample(
                asset: largest.identifier, bytes: try library.bytes(largest.identifier), assetCount: assets.count)
        )
    }

    /// One that ends before the process counts as one that hangs: a backend may wait by itself until the deadline.
    func patientCall(seconds: Double = 8) -> CallProbe {
        CallProbe(deadline: Clock.now + context.limit(milliseconds: seconds * 1000))
    }
}

/// What a library answered while the network did what it should.
struct NetworkSample {
    let asset: Text
    let bytes: [UInt8]
    let assetCount: Int
}
