internal import HTTPClient
internal import PhotoModel
internal import PickerHost
internal import Platform
internal import SessionStorage

/// Posts messages. Each is sent on a thread of its own, because calls of libcurl block.
struct WebhookPost: Sendable {
    /// Milliseconds until the complete answer must have arrived.
    private static let patience: UInt64 = 20_000
    private static let connectMilliseconds = 10_000
    private static let stackBytes = 512 << 10

    private let client: HTTPClient

    /// - Parameter connections: how many messages may be sent at once.
    init(connections: Int) {
        var configuration = HTTPClient.Configuration(
            connections: connections, userAgent: "Picker/\(ProductVersion.text)")
        configuration.connectMilliseconds = Self.connectMilliseconds
        client = HTTPClient(configuration)
    }

    /// Sends a message.
    ///
    /// - Returns: why it was not accepted, for the owner to read; nil if it was.
    /// - Throws: `CancellationError`.
    func send(_ delivery: Delivery, now: Timestamp) async throws -> String? {
        guard let address = WebhookAddress(delivery.address) else { return "its address is not one that may be told" }
        let headers = WebhookSignature.headers(
            of: delivery.identifier, body: delivery.body, key: delivery.key, now: now)
        var request = HTTPRequest(
            "POST", address.address, headers: headers + [("Content-Type", "application/json")],
            body: .bytes(Array(delivery.body.utf8)), limit: 0)
        // Only the status of the answer matters.
        request.isBeginningEnough = true
        request.reach = address.reach
        return try await post(request)
    }

    private func post(_ request: HTTPRequest) async throws -> String? {
        let flag = CancellationFlag()
        // Only the thread uses it after this.
        nonisolated(unsafe) let request = request
        let result = await withTaskCancellationHandler {
            await DetachedThread.value(stackBytes: Self.stackBytes) { [client] in Self.result(client, request, flag) }
        } onCancel: {
            flag.cancel()
        }
        guard let result else { return "there is no thread to send it with" }
        return try result.get()
    }

    private static func result(
        _ client: HTTPClient, _ request: HTTPRequest, _ flag: CancellationFlag
    ) -> Result<String?, any Error> {
        let end = MonotonicTime.now + patience * 1_000_000
        let cancellation = Cancellation {
            if flag.isCancelled { return .cancelled }
            return MonotonicTime.now >= end ? .deadline : nil
        }
        do throws(HTTPError) {
            let answer = try client.send(request, cancellation)
            return .success((200...299).contains(answer.status) ? nil : "it answered \(answer.status)")
        } catch {
            if case .ended(.cancelled) = error { return .failure(CancellationError()) }
            // What was to follow the status does not matter.
            if case .cutOff(status: 200...299, bytes: _) = error { return .success(nil) }
            return .success(words(error))
        }
    }

    private static func words(_ error: HTTPError) -> String {
        switch error {
        case .ended, .timedOut: "it did not answer in time"
        case .notResolved: "no address is known for its name"
        case .notConnected(let reason): "it cannot be connected to: \(reason)"
        case .notTrusted(let reason): "it does not prove that it is the host: \(reason)"
        case .cutOff: "it cut the connection off"
        case .notHTTP: "what answers there does not speak HTTP"
        case .redirected, .redirectedInCircles: "it redirects, which is not followed: set the address that it leads to"
        case .failed(let reason): reason
        case .source, .badCertificates, .outOfMemory, .tooLarge: "it could not be sent"
        }
    }
}
