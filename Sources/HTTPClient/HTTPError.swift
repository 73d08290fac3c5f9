public import PhotoModel

/// Why there is no answer.
public enum HTTPError: Error, Sendable {
    /// The caller cancelled the request.
    case ended(Cancellation.Reason)
    /// The body to send could not be read.
    case source(PhotoError)
    /// The answer has more bytes than the request allows.
    case tooLarge
    /// No address is known for the host.
    case notResolved
    /// The connection could not be made.
    case notConnected(String)
    /// Nothing was received for too long.
    case timedOut
    /// The server could not prove that it is the host; the text is libcurl's reason.
    case notTrusted(String)
    /// The file of trusted certificates cannot be used.
    case badCertificates
    /// The connection was cut. Has the status (0 if none was received) and the bytes of the answer that were received.
    case cutOff(status: Int, bytes: [UInt8])
    /// What was received is not HTTP.
    case notHTTP(String)
    /// The server redirects to another origin, to which nothing is sent.
    case redirected(HTTPOrigin)
    /// The server redirects endlessly, or to an address that is not valid.
    case redirectedInCircles
    /// Memory ran out.
    case outOfMemory
    /// Anything else, in libcurl's words.
    case failed(String)
}
