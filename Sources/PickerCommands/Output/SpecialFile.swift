package import Platform

/// A pipe or a device that is written to.
struct SpecialFile: ~Copyable {
    private let path: FilePath
    private let descriptor: OwnedDescriptor

    /// Opens the file. If it is a pipe without a reader, waits for one.
    init(path: FilePath) throws(CommandFailure) {
        self.path = path
        do throws(SystemError) {
            descriptor = try Descriptor.workingFolder.open(path.bytes, .write)
        } catch {
            throw .cannotWrite(path, error)
        }
    }

    func write(_ bytes: [UInt8]) throws(CommandFailure) {
        try PickerCommands.write(bytes, to: descriptor.borrowed, path: path)
    }
}

/// Writes all bytes.
///
/// - Parameter path: the file, for the message of an error.
func write(_ bytes: [UInt8], to descriptor: Descriptor, path: FilePath) throws(CommandFailure) {
    do throws(SystemError) {
        try descriptor.write(bytes)
    } catch {
        throw .cannotWrite(path, error)
    }
}

extension CommandFailure {
    /// A failure with the system's error about a path.
    package static func cannotWrite(_ path: some CustomStringConvertible, _ error: SystemError) -> CommandFailure {
        CommandFailure(.cannotWrite, "\(path): cannot be written: \(error)")
    }
}
