internal import Platform

/// Processes that a plugin started and that left the group of their check.
///
/// They become children of the runner when their own parents end, and are known by the folder of the check, which is the
/// HOME that they were started with. Nothing else that this process started is touched.
enum Strays {
    /// From now on orphans come to this process.
    static func adopt() { CurrentProcess.adoptOrphans() }

    /// Ends those of one check, whose own process has ended.
    ///
    /// - Parameter folder: the folder of the check, which no other check has.
    static func end(of folder: String) {
        // What one of them started comes here in its turn.
        for _ in 0..<64 {
            let found = ProcessFigures.knownChildren.filter { isOf(folder, $0) }
            if found.isEmpty { return }
            for number in found { ChildProcess.adopted(number).endAtOnce() }
        }
    }

    private static func isOf(_ folder: String, _ process: Int32) -> Bool {
        guard let text = try? Files.read(BytePath("/proc/\(process)/environ")) else { return false }
        return text.split(separator: 0).contains { $0.elementsEqual("HOME=\(folder)".utf8) }
    }
}
