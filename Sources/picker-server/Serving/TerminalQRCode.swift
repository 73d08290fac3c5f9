internal import CQRCode
internal import Platform

/// A QR code in characters, each of which shows two modules, one above the other.
struct TerminalQRCode {
    /// Light modules around a code, which readers need (ISO/IEC 18004, section 9.1).
    private static let margin = 4

    private let side: Int
    /// Row by row; without the margin.
    private let isDark: [Bool]

    /// Nil if libqrencode is not installed, or the text is too long.
    init?(_ text: String) {
        var modules = [UInt8](repeating: 0, count: Int(QR_LARGEST_SIDE * QR_LARGEST_SIDE))
        let bytes = Array(text.utf8)
        side = Int(qr_make(bytes, bytes.count, &modules))
        guard side > 0 else { return nil }
        isDark = modules.prefix(side * side).map { $0 == 1 }
    }

    /// Why no code can be made, and what to do about it; nil if one can.
    static var problem: String? {
        qr_missing_library().map {
            "QR codes are made with libqrencode, which cannot be used; install libqrencode4 (\(String(cString: $0)))"
        }
    }

    /// The code of a text, or a line that says why there is none.
    ///
    /// - Parameter isTerminal: whether it is for the terminal of standard error, in its colours and its width.
    static func lines(of text: String, isTerminal: Bool) -> String {
        if let problem { return "picker: no QR code: \(problem)\n" }
        guard let code = TerminalQRCode(text) else { return "picker: no QR code: the link is too long for one\n" }
        let columns = isTerminal ? Descriptor.standardError.terminalColumns : nil
        guard columns ?? .max >= code.columns else {
            return "picker: no QR code: it takes \(code.columns) columns, and the terminal has \(columns ?? 0)\n"
        }
        return code.lines(hasColours: isTerminal)
    }

    /// The width with the margin.
    var columns: Int { side + 2 * Self.margin }

    /// - Parameter hasColours: whether to print black on white whatever the terminal's colours are. If not, dark modules are
    ///   drawn, as on paper.
    func lines(hasColours: Bool) -> String {
        let (on, off) = hasColours ? ("\u{1B}[38;5;16;48;5;231m", "\u{1B}[0m") : ("", "")
        return stride(from: -Self.margin, to: side + Self.margin, by: 2).map { row in
            let cells = (-Self.margin..<side + Self.margin).map { column in
                Self.character(isDark(row, column), isDark(row + 1, column))
            }
            return on + cells.joined() + off + "\n"
        }.joined()
    }

    private static func character(_ upper: Bool, _ lower: Bool) -> String {
        switch (upper, lower) {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): " "
        }
    }

    private func isDark(_ row: Int, _ column: Int) -> Bool {
        (0..<side).contains(row) && (0..<side).contains(column) && isDark[row * side + column]
    }
}
