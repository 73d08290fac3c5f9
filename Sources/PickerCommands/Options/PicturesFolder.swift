internal import Platform

/// The user's folder for pictures (XDG user directories).
package enum PicturesFolder {
    package static var path: String {
        let home = Environment.value(of: "HOME") ?? ""
        let named = Environment.userFolder("XDG_CONFIG_HOME", inHome: ".config")
            .flatMap { TextFile.read("\($0)/user-dirs.dirs") }
            .flatMap { folder(in: $0, home: home) }
        return named ?? "\(home)/Pictures"
    }

    /// The folder that the lines of `user-dirs.dirs` name; nil if they name none. The home folder itself means that there is no
    /// folder for pictures, and a path that is neither absolute nor below the home folder is ignored.
    static func folder(in lines: String, home: String) -> String? {
        for line in lines.split(separator: "\n") {
            let line = line.drop { $0 == " " || $0 == "\t" }
            guard line.hasPrefix("XDG_PICTURES_DIR=") else { continue }
            let value = unquoted(line.dropFirst("XDG_PICTURES_DIR=".count))
            let path = value.hasPrefix("$HOME") ? home + value.dropFirst("$HOME".count) : value
            let isHome = path.reversed().drop { $0 == "/" }.elementsEqual(home.reversed().drop { $0 == "/" })
            if path.hasPrefix("/"), !isHome { return path }
        }
        return nil
    }

    /// The text between double quotes, or before the first blank. A backslash escapes the character after it.
    private static func unquoted(_ text: Substring) -> String {
        let isQuoted = text.first == "\""
        var rest = isQuoted ? text.dropFirst() : text
        var value = ""
        while var character = rest.popFirst() {
            if isQuoted ? character == "\"" : character == " " { break }
            if character == "\\", let escaped = rest.popFirst() { character = escaped }
            value.append(character)
        }
        return value
    }
}
