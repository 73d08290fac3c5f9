internal import PickerCommands
internal import Platform

/// The entry point of `picker`.
///
/// Commands that need no server run in this process. For everything else (commands of the server, help, and wrong arguments) the
/// process becomes `picker-server`: a program that contains the server takes ten milliseconds longer to start, which is as long
/// as making a thumbnail.
@main
enum Main {
    static func main() {
        let table = CommandTable([.photo, .library, .plugin])
        guard let command = table.command(of: ArgumentBytes.given) else { becomeServer() }
        ProcessRun.main(command, explaining: type(of: command))
    }

    private static func becomeServer() -> Never {
        guard let path = InstalledProgram.path(of: "picker-server") else {
            ProcessRun.fail("picker-server is not installed beside this program; install all of Picker")
        }
        let error = CurrentProcess.become(path)
        ProcessRun.fail("\(path) cannot be started: \(error)")
    }
}
