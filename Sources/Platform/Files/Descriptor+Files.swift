internal import CPlatform
internal import Glibc

/// For open files and folders.
extension Descriptor {
    package func status() throws(SystemError) -> FileStatus {
        var status = stat()
        try checked { fstat(number, &status) }
        return FileStatus(status)
    }

    /// Makes the file so long: what is behind that is gone, what is missing is zero.
    package func setSize(_ byteCount: Int64) throws(SystemError) { try checked { ftruncate(number, off_t(byteCount)) } }

    /// Where the next read or write without an offset begins.
    package func position() throws(SystemError) -> Int64 { Int64(try checked { lseek(number, 0, Int32(SEEK_CUR)) }) }

    /// Sets when the file was last read and when it was last modified, both to this time.
    ///
    /// - Parameter nanoseconds: since 1970.
    package func setTimes(_ nanoseconds: Int64) throws(SystemError) {
        let parts = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        // The system counts nanoseconds upwards from the second, also before 1970.
        let isBefore = parts.remainder < 0
        let time = timespec(
            tv_sec: Int(parts.quotient) - (isBefore ? 1 : 0),
            tv_nsec: Int(parts.remainder) + (isBefore ? 1_000_000_000 : 0))
        try checked { futimens(number, [time, time]) }
    }

    /// Returns when what was written is on the disk.
    package func sync() throws(SystemError) { try checked { fsync(number) } }

    /// Takes room on the disk for so many bytes, without changing the file's size.
    package func reserve(byteCount: Int64) throws(SystemError) {
        try checked { file_system_reserve(number, byteCount) }
    }

    /// Begins to write a part of the file to the disk, and does not wait for it.
    package func beginWritingBack(at offset: Int64, byteCount: Int64) {
        _ = file_system_begin_writing_back(number, offset, byteCount)
    }

    /// Waits for the call of write on this regular file that is under way, if there is one. Waits for nothing on file
    /// systems that do not tell. It moves the place that reads without an offset begin at.
    package func awaitWrite() { file_system_await_write(number) }

    /// Copies the rest of this file to the place where another one is.
    package func copy(to other: Descriptor) throws(SystemError) {
        while try checked({ sendfile(other.number, number, nil, 1 << 24) }) > 0 {}
    }

    /// Takes the advisory lock of the open file, which goes when the last copy of its descriptor is closed.
    package func lock() throws(SystemError) { try checked { flock(number, LOCK_EX) } }

    /// The same without waiting.
    ///
    /// - Returns: false when another descriptor holds it.
    package func tryToLock() throws(SystemError) -> Bool {
        do throws(SystemError) {
            try checked { flock(number, LOCK_EX | LOCK_NB) }
            return true
        } catch {
            guard error == .tryAgain else { throw error }
            return false
        }
    }

    /// Gives the advisory lock of the open file back.
    package func unlock() { flock(number, LOCK_UN) }

    /// Gives the open file a name. It needs /proc.
    ///
    /// - Throws: `.exists` when the name is taken.
    package func link(as path: some Collection<UInt8>, in folder: Descriptor) throws(SystemError) {
        let own = "/proc/self/fd/\(number)"
        try checked { withCPath(path) { linkat(AT_FDCWD, own, folder.number, $0, AT_SYMLINK_FOLLOW) } }
    }
}
