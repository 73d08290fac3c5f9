internal import Platform

/// The start of the program.
///
/// The first thread does nothing but take signals. It cannot be left to an async `main`: that parks it in
/// `dispatch_main`, which waits with every signal unblocked, so that the default action would end the process.
///
/// A crash ends the program at once, and the system keeps what there is to look at: Swift's runtime would first make a backtrace,
/// for seconds in which a server answers no one and its port stays taken. SWIFT_BACKTRACE brings it back.
@main
enum Main {
    static func main() {
        if Environment.value(of: "SWIFT_BACKTRACE") == nil { for signal in Signal.crashes { signal.leaveToSystem() } }
        let signals = SignalInbox()
        Task.detached {
            let arguments = Array(CommandLine.arguments.dropFirst())
            ProcessRun.exit(await ProcessRun.run(arguments, signals: signals))
        }
        signals.takeForever()
    }
}
