/// The terminal from which this process was started, if there is one.
package struct ControllingTerminal: Sendable {
    private let wasThere: Bool

    /// The state of the terminal now.
    package static var ofProcess: ControllingTerminal { ControllingTerminal(wasThere: isThere) }

    /// Whether the terminal was closed since. The system detaches it from the process before it sends SIGHUP.
    package var isGone: Bool { wasThere && !Self.isThere }

    private static var isThere: Bool {
        (try? OwnedDescriptor.open("/dev/tty", [.readAndWrite, .noTerminal, .neverWait])) != nil
    }
}
