/// The terminal from which a process was started, as far as there is one.
package struct ControllingTerminal: Sendable {
    private let wasThere: Bool

    /// As it is now.
    package static var ofProcess: ControllingTerminal { ControllingTerminal(wasThere: isThere) }

    /// Whether it was closed since. The system takes it from the process before it says so by SIGHUP.
    package var isGone: Bool { wasThere && !Self.isThere }

    private static var isThere: Bool {
        (try? OwnedDescriptor.open("/dev/tty", [.readAndWrite, .noTerminal, .neverWait])) != nil
    }
}
