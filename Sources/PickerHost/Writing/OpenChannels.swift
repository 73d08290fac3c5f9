internal import PhotoModel
internal import Platform

/// The channels that a library reads from, so that closing it does not wait for bytes that never come.
final class OpenChannels: Sendable {
    private struct State {
        var channels: [ObjectIdentifier: ChunkChannel] = [:]
        var isClosed = false
    }

    private let state = Mutex(State())

    func insert(_ channel: ChunkChannel) {
        let isClosed = state.withLock { state in
            if !state.isClosed { state.channels[ObjectIdentifier(channel)] = channel }
            return state.isClosed
        }
        if isClosed { channel.end(.failure(.closed)) }
    }

    func remove(_ channel: ChunkChannel) { state.withLock { $0.channels[ObjectIdentifier(channel)] = nil } }

    func close() {
        let channels = state.withLock { state in
            state.isClosed = true
            return Array(state.channels.values)
        }
        for channel in channels { channel.end(.failure(.closed)) }
    }
}
