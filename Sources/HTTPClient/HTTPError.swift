public import PhotoModel

/// Why there is no answer.
public enum HTTPError: Error, Sendable {
    /// The caller does not want it any more.
    case ended(Cancellation.Reason)
    /// What was to be sent could not be read.
    case source(PhotoError)
    /// The answer has more bytes than the request allows.
    case tooLarge
    /// No address is known for the host.
    case notResolved
    /// No connection came about.
    case notConnected(String)
    /// Nothing came for too long.
    case timedOut
    /// The host could not prove that it is the host; why, in libcurl's words.
    case notTrusted(String)
    /// The file of certificates to trust cannot be used.
    case badCertificates
    /// The connection was cut; the bytes of the answer until then, of its status, 0 when there was none.
    case cutOff(status: Int, bytes: [UInt8])
    /// What came is not HTTP.
    case notHTTP(String)
    /// The server sends the client to another origin, where nothing is sent to.
    case redirected(HTTPOrigin)
    /// The server redirects without end, or to nowhere.
    case redirectedInCircles
    case outOfMemory
    /// Anything else, in libcurl's words.
    case failed(String)
}
