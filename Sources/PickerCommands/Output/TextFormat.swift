internal import PhotoModel

/// Formats text for people.
package enum TextFormat {
    /// The text on one line: control characters, such as line breaks in file names, become visible escapes. So do characters that
    /// change the direction of text: they could show `gpj.exe` as `exe.jpg`, and would affect what follows the name.
    package static func oneLine(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { isControl($0) || turnsText($0) }) else { return text }
        return text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case "\r": result += "\\r"
            case _ where turnsText(scalar):
                result += "\\u" + String(scalar.value, radix: 16)
            case _ where isControl(scalar):
                result += "\\x" + String(scalar.value, radix: 16)
            default: result.unicodeScalars.append(scalar)
            }
        }
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.generalCategory == .control }

    /// The embeddings, overrides and isolates of Unicode's bidirectional algorithm (UAX #9, section 2), and their ends.
    private static func turnsText(_ scalar: Unicode.Scalar) -> Bool {
        (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    }

    /// An error on one line. If its message begins with an empty name, such as that of a script's unset variable, the name is
    /// shown as `""`.
    static func error(_ message: String) -> String {
        oneLine(message.hasPrefix(": ") ? "\"\"\(message)" : message)
    }

    /// A message about a file of a library, after the file's path unless it begins with that already.
    ///
    /// - Parameter path: relative to the library's root; "." is the library as a whole.
    static func problem(_ path: String, _ message: String) -> String {
        let isNamed = path == "." || message.hasPrefix("\(path) ") || message.hasPrefix("\(path): ")
        return oneLine(isNamed ? message : "\(path): \(message)")
    }

    /// `3.4 MB`: decimal units, one digit after the point.
    package static func bytes(_ count: Int64) -> String {
        guard count >= 1000 else { return "\(count) bytes" }
        var value = Double(count)
        var unit = ""
        // From there on it is rounded to 1000.0.
        for next in ["kB", "MB", "GB", "TB", "PB"] where value >= 999.95 {
            value /= 1000
            unit = next
        }
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10) \(unit)"
    }

    /// `29.97`: at most two digits after the point.
    static func decimal(_ value: Double) -> String {
        // Larger numbers have no hundredths, and neither have NaN and infinity.
        guard abs(value) < 1e15 else { return "\(value)" }
        let hundredths = Int((value * 100).rounded())
        guard hundredths % 100 != 0 else { return "\(hundredths / 100)" }
        let digits = hundredths % 10 == 0 ? "\(hundredths % 100 / 10)" : "\(hundredths % 100 / 10)\(hundredths % 10)"
        return "\(hundredths / 100).\(digits)"
    }

    /// `3.4 MB`, or `-` if it is not known: no photo has no bytes.
    static func fileSize(_ bytes: Int64) -> String { bytes > 0 ? Self.bytes(bytes) : "-" }

    /// `640x480`, or `-` if it is not known.
    static func size(_ width: Int, _ height: Int) -> String { width > 0 ? "\(width)x\(height)" : "-" }

    /// An asset on one line: identifier, size, creation date and path, between tabs.
    static func line(_ asset: Asset) -> String {
        [
            asset.localIdentifier, size(asset.pixelWidth, asset.pixelHeight),
            asset.creation.map(time) ?? "-", oneLine(asset.path.text),
        ].joined(separator: "\t")
    }

    /// When a photo was taken, in local time of the place; with the offset from UTC only if that is known.
    static func time(_ creation: CreationDate) -> String {
        let text = creation.time.iso8601(offsetMinutes: creation.offsetMinutes)
        return creation.isWallClock ? String(text.dropLast()) : text
    }

    /// Rows as columns of equal width, two blanks between them; the last column is not padded. Each row is one line.
    package static func table(_ texts: [[String]]) -> String {
        let rows = texts.map { row in row.map { oneLine($0) } }
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in
            rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
        }
        return rows.map { row in
            row.enumerated().map { column, cell in
                column == row.count - 1
                    ? cell : cell + String(repeating: " ", count: widths[column] - cell.count)
            }.joined(separator: "  ") + "\n"
        }.joined()
    }
}
