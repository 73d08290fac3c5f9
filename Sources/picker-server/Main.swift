internal import PickerCommands

/// The program that knows all commands, the server's included. `picker` becomes it for what it does not do itself.
@main
enum Main {
    static func main() {
        ProcessRun.main({ arguments in try Picker.command(of: arguments) }, explaining: Picker.self)
    }
}
