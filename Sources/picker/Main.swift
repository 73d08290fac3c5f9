internal import PickerCommands
internal import Platform

/// The start of the program.
///
/// What needs no server is done here. Everything else is left to `picker-server`, which this process becomes: the commands of the
/// server, help and mistakes. A program with a server in it takes ten milliseconds more to start, as long as a thumbnail.
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
