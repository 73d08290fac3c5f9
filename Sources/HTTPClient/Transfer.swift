internal import CHTTP
internal import PhotoModel

/// One request that is being sent and answered.
final class Transfer {
    let handle: OpaquePointer
    let request: HTTPRequest
    /// How often the server has redirected it.
    let redirects: Int
    /// Whether it was sent before, over a connection that turned out to be dead.
    let isRepeated: Bool

    init?(
        _ request: HTTPRequest, _ configuration: HTTPClient.Configuration, redirects: Int = 0, isRepeated: Bool = false
    ) {
        guard let handle = chttp_transfer_new(request.method, request.address.text) else { return nil }
        self.handle = handle
        self.request = request
        self.redirects = redirects
        self.isRepeated = isRepeated
        guard prepare(configuration) else { return nil }
    }

    deinit { chttp_transfer_free(handle) }

    private func prepare(_ configuration: HTTPClient.Configuration) -> Bool {
        chttp_transfer_limit(handle, UInt64(max(0, request.limit)))
        chttp_transfer_patience(handle, configuration.connectMilliseconds, configuration.stallSeconds)
        chttp_transfer_reach(handle, request.reach.value)
        if let certificates = configuration.certificates { chttp_transfer_trust(handle, certificates) }
        var lines = request.headers.map { "\($0.name): \($0.value)" } + ["User-Agent: \(configuration.userAgent)"]
        if let part = request.part {
            chttp_transfer_part(handle, UInt64(part.offset), UInt64(part.count))
            lines.append("Range: bytes=\(part.offset)-\(part.last)")
        } else if case .stream = request.body {
        } else {
            chttp_transfer_compress(handle)
        }
        guard lines.allSatisfy({ chttp_transfer_header(handle, $0.withoutControls) != 0 }) else { return false }
        switch request.body {
        case .none: return true
        case .bytes(let bytes):
            return bytes.withUnsafeBytes { chttp_transfer_body(handle, $0.baseAddress, $0.count) != 0 }
        case .stream(let length, _):
            chttp_transfer_stream(handle, length ?? -1)
            return true
        }
    }

    var isEnded: Bool { chttp_transfer_ended(handle) != CHTTP_RUNNING }

    /// Reads the next piece of the body, after libcurl has sent the one before.
    func feed() throws(HTTPError) {
        guard case .stream(_, let next) = request.body, chttp_transfer_is_hungry(handle) != 0 else { return }
        let bytes: [UInt8]?
        do throws(PhotoError) {
            bytes = try next()
        } catch {
            throw .source(error)
        }
        let isFed = (bytes ?? []).withUnsafeBytes { chttp_transfer_feed(handle, $0.baseAddress, $0.count) }
        if isFed == 0 { throw .outOfMemory }
    }

    /// Whether the server closed an idle connection just when the request was sent, so that it did nothing with the
    /// request.
    var deservesRepetition: Bool {
        guard request.method == "GET", !isRepeated, chttp_transfer_status(handle) == 0 else { return false }
        return chttp_transfer_ended(handle) == CHTTP_CUT_OFF
    }

    /// What was received of an answer that is still coming, if its beginning is enough; nil before its head is complete.
    var beginning: HTTPResponse? {
        let status = chttp_transfer_status(handle)
        guard request.isBeginningEnough, status >= 200 else { return nil }
        return HTTPResponse(status: status, address: request.address, head: head, bytes: bytes)
    }

    /// The answer, whatever its status is.
    func response() throws(HTTPError) -> HTTPResponse {
        switch chttp_transfer_ended(handle) {
        case CHTTP_COMPLETE:
            return HTTPResponse(
                status: chttp_transfer_status(handle), address: request.address, head: head, bytes: bytes)
        case CHTTP_TOO_LARGE:
            guard request.isBeginningEnough else { throw .tooLarge }
            return HTTPResponse(
                status: chttp_transfer_status(handle), address: request.address, head: head, bytes: bytes)
        case CHTTP_NOT_RESOLVED: throw .notResolved
        case CHTTP_NOT_CONNECTED: throw .notConnected(problem)
        case CHTTP_TIMED_OUT: throw .timedOut
        case CHTTP_NOT_TRUSTED: throw .notTrusted(problem)
        case CHTTP_BAD_CERTIFICATES: throw .badCertificates
        case CHTTP_CUT_OFF: throw .cutOff(status: chttp_transfer_status(handle), bytes: bytes)
        case CHTTP_NOT_HTTP: throw .notHTTP(problem)
        case CHTTP_NO_MEMORY: throw .outOfMemory
        default: throw .failed(problem)
        }
    }

    private var problem: String {
        guard chttp_transfer_was_out_of_reach(handle) == 0 else {
            return "its address is not one that may be connected to"
        }
        return String(cString: chttp_transfer_problem(handle))
    }

    private var head: [UInt8] {
        var length = 0
        guard let start = chttp_transfer_head(handle, &length) else { return [] }
        return Array(UnsafeRawBufferPointer(start: start, count: length))
    }

    private var bytes: [UInt8] {
        var length = 0
        guard let start = chttp_transfer_bytes(handle, &length) else { return [] }
        return Array(UnsafeRawBufferPointer(start: start, count: length))
    }
}

extension String {
    /// Control characters replaced by blanks, so that a header field stays on one line.
    fileprivate var withoutControls: String {
        utf8.contains { $0 < 0x20 } ? String(decoding: utf8.map { $0 < 0x20 ? 0x20 : $0 }, as: UTF8.self) : self
    }
}

extension HTTPRequest.Reach {
    /// Whether an IP address that a URL has as its host is within the reach; nil if it is not an IP address.
    ///
    /// - Parameter host: four numbers, or an IPv6 address in brackets.
    public func includes(literal host: String) -> Bool? {
        let answer = chttp_literal_reaches(value, host)
        return answer < 0 ? nil : answer != 0
    }

    fileprivate var value: chttp_reach {
        switch self {
        case .all: CHTTP_REACH_ALL
        case .publicNetwork: CHTTP_REACH_PUBLIC
        case .publicAndPrivateNetworks: CHTTP_REACH_NEAR
        }
    }
}
