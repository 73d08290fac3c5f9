/// The start of the program.
///
/// The first thread does nothing but take signals. It cannot be left to an async `main`: that parks it in
/// `dispatch_main`, which waits with every signal unblocked, so that the default action would end the process.
@main
enum Main {
    static func main() {
        let signals = SignalInbox()
        Task.detached {
            let arguments = Array(CommandLine.arguments.dropFirst())
            ProcessRun.exit(await ProcessRun.run(arguments, signals: signals))
        }
        signals.takeForever()
    }
}
