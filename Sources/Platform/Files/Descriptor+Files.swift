internal import CPlatform
internal import Glibc

/// For open files and folders.
extension Descriptor {
    package func status() throws(SystemError) -> FileStatus {
        var status = stat()
        try checked { fstat(number, &status) }
        return FileStatus(status)
    }

    /// Sets the size of the file: bytes after it are cut off, and missing bytes are filled with zeros.
    package func setSize(_ byteCount: Int64) throws(SystemError) { try checked { ftruncate(number, off_t(byteCount)) } }

    /// The file offset of the next read or write that is not given one.
    package func position() throws(SystemError) -> Int64 { Int64(try checked { lseek(number, 0, Int32(SEEK_CUR)) }) }

    /// Sets the access time and the modification time of the file.
    ///
    /// - Parameter nanoseconds: both times, since 1970.
    package func setTimes(_ nanoseconds: Int64) throws(SystemError) {
        let parts = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        // `tv_nsec` counts up from the second, also before 1970.
        let isBefore = parts.remainder < 0
        let time = timespec(
            tv_sec: Int(parts.quotient) - (isBefore ? 1 : 0),
            tv_nsec: Int(parts.remainder) + (isBefore ? 1_000_000_000 : 0))
        try checked { futimens(number, [time, time]) }
    }

    /// Waits until all that was written is on the disk.
    package func sync() throws(SystemError) { try checked { fsync(number) } }

    /// Allocates this many bytes on the disk without changing the file's size.
    package func reserve(byteCount: Int64) throws(SystemError) {
        try checked { file_system_reserve(number, byteCount) }
    }

    /// Starts writing a range of the file to the disk without waiting for it.
    package func beginWritingBack(at offset: Int64, byteCount: Int64) {
        _ = file_system_begin_writing_back(number, offset, byteCount)
    }

    /// Waits for a `write` to this regular file that is in progress, if there is one. Does not wait on file systems
    /// that give no way to find out. Moves the file offset.
    package func awaitWrite() { file_system_await_write(number) }

    /// Copies the rest of this file, from its offset on, to the offset of another one.
    package func copy(to other: Descriptor) throws(SystemError) {
        while try checked({ sendfile(other.number, number, nil, 1 << 24) }) > 0 {}
    }

    /// Takes the advisory lock (flock) of the open file, and waits for it. It is released when the last duplicate of
    /// the descriptor is closed.
    package func lock() throws(SystemError) { try checked { flock(number, LOCK_EX) } }

    /// Takes the advisory lock without waiting.
    ///
    /// - Returns: false if another descriptor holds it.
    package func tryToLock() throws(SystemError) -> Bool {
        do throws(SystemError) {
            try checked { flock(number, LOCK_EX | LOCK_NB) }
            return true
        } catch {
            guard error == .tryAgain else { throw error }
            return false
        }
    }

    /// Releases the advisory lock of the open file.
    package func unlock() { flock(number, LOCK_UN) }

    /// Gives the open file a name. Needs /proc.
    ///
    /// - Throws: `.exists` if the name is taken.
    package func link(as path: some Collection<UInt8>, in folder: Descriptor) throws(SystemError) {
        let own = "/proc/self/fd/\(number)"
        try checked { withCPath(path) { linkat(AT_FDCWD, own, folder.number, $0, AT_SYMLINK_FOLLOW) } }
    }
}
