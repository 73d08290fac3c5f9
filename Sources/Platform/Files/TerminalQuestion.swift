internal import CPlatform

extension Descriptor {
    /// Reads one line, without the line break. Of a terminal, what is typed is not shown if `isHidden`.
    ///
    /// - Parameter isCancelled: called every 100 ms.
    /// - Throws: `.cancelled`, `.noData` at the end of the input, `.fileTooLarge` for more than 64 KiB, and errors of
    ///   reading.
    package func readLine(isHidden: Bool, isCancelled: () -> Bool) throws(SystemError) -> [UInt8] {
        let limit = 1 << 16
        let room = UnsafeMutableBufferPointer<CChar>.allocate(capacity: limit)
        defer {
            // It may have been a secret.
            room.update(repeating: 0)
            room.deallocate()
        }
        room.initialize(repeating: 0)
        let count = withoutActuallyEscaping(isCancelled) { ask in
            withUnsafePointer(to: ask) { context in
                platform_read_line(
                    number, isHidden, room.baseAddress, limit,
                    { context in
                        guard let context else { return false }
                        return context.assumingMemoryBound(to: (() -> Bool).self).pointee()
                    }, UnsafeMutableRawPointer(mutating: context))
            }
        }
        guard count >= 0 else { throw .last }
        guard count <= limit else { throw .fileTooLarge }
        return room[..<count].map { UInt8(bitPattern: $0) }
    }
}

extension SystemError {
    /// The call was cancelled (ECANCELED).
    package static let cancelled = SystemError(code: 125)
    /// There is nothing more to read (ENODATA).
    package static let noData = SystemError(code: 61)
}
