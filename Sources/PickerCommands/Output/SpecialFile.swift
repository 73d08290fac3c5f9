package import Platform

/// A pipe or a device that is written to.
struct SpecialFile: ~Copyable {
    private let path: String
    private let descriptor: OwnedDescriptor

    /// Waits for a reader, when it is a pipe without one.
    init(path: String) throws(CommandFailure) {
        self.path = path
        do throws(SystemError) {
            descriptor = try OwnedDescriptor.open(path, .write)
        } catch {
            throw .cannotWrite(path, error)
        }
    }

    func write(_ bytes: [UInt8]) throws(CommandFailure) {
        try PickerCommands.write(bytes, to: descriptor.borrowed, path: path)
    }
}

/// Writes all of it.
///
/// - Parameter path: for the message of what is thrown.
func write(_ bytes: [UInt8], to descriptor: Descriptor, path: String) throws(CommandFailure) {
    do throws(SystemError) {
        try descriptor.write(bytes)
    } catch {
        throw .cannotWrite(path, error)
    }
}

extension CommandFailure {
    /// What the system says about a path.
    package static func cannotWrite(_ path: String, _ error: SystemError) -> CommandFailure {
        CommandFailure(.cannotWrite, "\(path): cannot be written: \(error)")
    }
}
