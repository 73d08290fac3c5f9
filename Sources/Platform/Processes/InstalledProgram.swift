/// The programs that are installed together: `picker` in `bin`, the programs that it starts in `libexec/picker`. In a
/// build tree, all are in one folder.
package enum InstalledProgram {
    /// The path of a program in the installation or build tree of the running program: beside `picker`, or in
    /// `../libexec/picker`. Nil if it does not exist.
    ///
    /// The path is the same whichever program is running, so that what is remembered by path holds for all.
    package static func path(of name: String) -> String? {
        guard let folder else { return nil }
        return ["\(folder)/\(name)", "\(folder)/../libexec/picker/\(name)"].first(where: isExecutable)
    }

    /// The folder of `picker`, the program that people start, whichever program is running; nil if the system does not
    /// report the running program's folder.
    package static var folder: String? {
        CurrentProcess.programFolder.map { folder in
            folder.hasSuffix(inner) ? String(folder.dropLast(inner.count)) + "/bin" : folder
        }
    }

    private static let inner = "/libexec/picker"
}
