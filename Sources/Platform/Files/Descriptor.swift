internal import CPlatform
internal import Glibc

/// The number of an open file, pipe, socket or folder. Says nothing of who closes it: `OwnedDescriptor` does.
package struct Descriptor: Hashable, Sendable {
    package let number: Int32

    package init(_ number: Int32) { self.number = number }

    package static let standardInput = Descriptor(STDIN_FILENO)
    package static let standardOutput = Descriptor(STDOUT_FILENO)
    package static let standardError = Descriptor(STDERR_FILENO)
    /// In place of a folder: relative paths begin in the working folder of the process.
    package static let workingFolder = Descriptor(AT_FDCWD)

    package var isTerminal: Bool { isatty(number) != 0 }

    /// Characters in a line of a terminal; nil for what is none, or does not say.
    package var terminalColumns: Int? {
        let columns = Int(platform_terminal_columns(number))
        return columns > 0 ? columns : nil
    }

    /// Whether this process has something open under this number.
    package var isOpen: Bool { fcntl(number, F_GETFD) >= 0 }

    /// Whether it is open and programs that are executed inherit it.
    package var isInherited: Bool {
        let flags = fcntl(number, F_GETFD)
        return flags >= 0 && flags & FD_CLOEXEC == 0
    }

    /// Another number for the same open file, closed on exec.
    ///
    /// - Parameter minimum: the smallest number that it may get.
    package func duplicate(minimum: Int32 = 0) throws(SystemError) -> OwnedDescriptor {
        OwnedDescriptor(try checked { fcntl(number, F_DUPFD_CLOEXEC, minimum) })
    }

    /// Makes another number stand for this open file; what that was is closed. Programs that are executed inherit it.
    package func replace(_ other: Descriptor) throws(SystemError) { try checked { dup2(number, other.number) } }

    /// Keeps programs that are executed from inheriting it.
    package func closeOnExec() { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }

    /// Reading and writing throw `.tryAgain` from now on where they would wait.
    package func neverWait() { _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK) }
}

/// An open file, pipe, socket or folder that is closed at the end of its life.
package struct OwnedDescriptor: ~Copyable, Sendable {
    private let number: Int32

    /// Takes the number over.
    package init(_ number: Int32) { self.number = number }

    deinit { close(number) }

    /// For calls while this lives, which a variable makes sure of: a value without one ends before the call.
    package var borrowed: Descriptor { Descriptor(number) }

    /// Gives the number away, to be closed elsewhere.
    package consuming func take() -> Int32 {
        let number = number
        discard self
        return number
    }
}
