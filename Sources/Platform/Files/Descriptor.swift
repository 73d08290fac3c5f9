internal import CPlatform
internal import Glibc

/// The number of an open file, pipe, socket or folder. It does not own it; `OwnedDescriptor` does.
package struct Descriptor: Hashable, Sendable {
    package let number: Int32

    package init(_ number: Int32) { self.number = number }

    package static let standardInput = Descriptor(STDIN_FILENO)
    package static let standardOutput = Descriptor(STDOUT_FILENO)
    package static let standardError = Descriptor(STDERR_FILENO)
    /// Stands for the working folder of the process: relative paths start there.
    package static let workingFolder = Descriptor(AT_FDCWD)

    package var isTerminal: Bool { isatty(number) != 0 }

    /// The width of a terminal in characters; nil if this is no terminal, or it does not report its width.
    package var terminalColumns: Int? {
        let columns = Int(platform_terminal_columns(number))
        return columns > 0 ? columns : nil
    }

    /// Whether this number is an open descriptor of this process.
    package var isOpen: Bool { fcntl(number, F_GETFD) >= 0 }

    /// Whether it is open and inherited by programs that this process executes.
    package var isInherited: Bool {
        let flags = fcntl(number, F_GETFD)
        return flags >= 0 && flags & FD_CLOEXEC == 0
    }

    /// Duplicates the descriptor; the duplicate is closed on exec.
    ///
    /// - Parameter minimum: the smallest number that the duplicate may get.
    package func duplicate(minimum: Int32 = 0) throws(SystemError) -> OwnedDescriptor {
        OwnedDescriptor(try checked { fcntl(number, F_DUPFD_CLOEXEC, minimum) })
    }

    /// Makes `other` a duplicate of this descriptor (dup2). What `other` stood for is closed. Programs that are
    /// executed inherit it.
    package func replace(_ other: Descriptor) throws(SystemError) { try checked { dup2(number, other.number) } }

    /// Keeps programs that are executed from inheriting it.
    package func closeOnExec() { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }

    /// Makes reading and writing throw `.tryAgain` where they would wait.
    package func neverWait() { _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK) }
}

/// An open file, pipe, socket or folder, which is closed when this value is destroyed.
package struct OwnedDescriptor: ~Copyable, Sendable {
    private let number: Int32

    /// Takes ownership of the descriptor.
    package init(_ number: Int32) { self.number = number }

    deinit { close(number) }

    /// The descriptor, to be used while this value lives. Keep the value in a variable: a temporary is destroyed before
    /// the call.
    package var borrowed: Descriptor { Descriptor(number) }

    /// Gives up ownership; the caller closes the descriptor.
    package consuming func take() -> Int32 {
        let number = number
        discard self
        return number
    }
}
