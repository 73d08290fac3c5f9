internal import HTTPTypes
internal import Hummingbird
internal import Platform

/// Writes an answer for as long as what it contains is granted. Otherwise, a client that reads slowly would still be
/// given a file long after its owner has revoked the grant.
struct GrantedWriter: ResponseBodyWriter {
    /// Nanoseconds between two checks.
    private static let interval: UInt64 = 2_000_000_000

    private var inner: any ResponseBodyWriter
    private let isRevoked: @Sendable () async -> Bool
    private var nextCheck: UInt64

    /// - Parameter isRevoked: asked from time to time before a piece is written.
    init(_ inner: any ResponseBodyWriter, isRevoked: @escaping @Sendable () async -> Bool) {
        self.inner = inner
        self.isRevoked = isRevoked
        nextCheck = MonotonicTime.now + Self.interval
    }

    mutating func write(_ buffer: ByteBuffer) async throws {
        if MonotonicTime.now >= nextCheck {
            // The length has already been sent, so the connection can only be broken off.
            if await isRevoked() { throw CancellationError() }
            nextCheck = MonotonicTime.now + Self.interval
        }
        try await inner.write(buffer)
    }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {
        try await inner.finish(trailingHeaders)
    }
}
