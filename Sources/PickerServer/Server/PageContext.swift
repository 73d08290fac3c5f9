internal import Hummingbird
internal import NIOCore
internal import SessionStorage

/// What goes with each request: also the connection that it came on.
struct PageContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel
    /// Who asks, by its token; nil: the owner, or no one that is known.
    var client: Client?
    /// The owner's, for routes behind `OwnerGuard`.
    var signIn: StoredSignIn?
    /// The client's session that a page is for; nil: none.
    var picking: StoredSession?
    /// The key of the library that a page is for; nil: the server's first.
    var library: String?

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
    }
}

extension PageContext {
    /// Where the page finds what is here: that of a client's session is below its session, that of a library below its key.
    var pageRoot: String {
        let root = library.map { "/picker/v1/libraries/\($0)" } ?? "/picker/v1"
        return picking.map { "\(root)/sessions/\($0.identifier)" } ?? root
    }
}
