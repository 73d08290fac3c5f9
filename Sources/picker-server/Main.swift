internal import PickerCommands

/// The program with all commands, including those of the server. `picker` becomes it for the commands that it does not
/// run itself.
@main
enum Main {
    static func main() {
        ProcessRun.main({ arguments in try Picker.command(of: arguments) }, explaining: Picker.self)
    }
}
