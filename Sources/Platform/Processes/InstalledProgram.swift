/// The programs that are installed together: `picker` in `bin`, what it starts in `libexec/picker`; in a build tree, all in one folder.
package enum InstalledProgram {
    /// A program of the installation or build tree of the running one: beside `picker`, or in `../libexec/picker`; nil if there is none.
    ///
    /// The path is the same in each of them, so that what is remembered by it holds for all.
    package static func path(of name: String) -> String? {
        guard let folder else { return nil }
        return ["\(folder)/\(name)", "\(folder)/../libexec/picker/\(name)"].first(where: isExecutable)
    }

    /// The folder of the program that people start, whichever of them runs; nil when the system does not tell.
    package static var folder: String? {
        CurrentProcess.programFolder.map { folder in
            folder.hasSuffix(inner) ? String(folder.dropLast(inner.count)) + "/bin" : folder
        }
    }

    private static let inner = "/libexec/picker"
}
