import PickerCommands

/// The exit status with which a command fails that does this; nil if it does not fail.
func failureStatus(_ body: () throws(CommandFailure) -> Void) -> PickerCommands.ExitStatus? {
    do throws(CommandFailure) {
        try body()
        return nil
    } catch {
        return error.status
    }
}
