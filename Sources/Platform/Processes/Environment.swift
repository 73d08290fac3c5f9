internal import Glibc

/// The environment variables of this process.
package enum Environment {
    /// Which variables of this process a process that it starts inherits.
    package enum Inheritance: Sendable {
        /// Only those that every program needs.
        case listed
        case all, none

        /// What programs need to find libraries, programs and folders, the language and the time zone, and the options
        /// of sanitizers. Anything else may be a secret: a token, a password, the address of an agent's socket.
        private static let names: Set<String> = [
            "PATH", "HOME", "TMPDIR", "SQLITE_TMPDIR", "LANG", "LANGUAGE", "TZ", "TZDIR", "LD_LIBRARY_PATH",
            "LIBHEIF_PLUGIN_PATH", "ASAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS", "UBSAN_OPTIONS",
            "ASAN_SYMBOLIZER_PATH", "TSAN_SYMBOLIZER_PATH", "UBSAN_SYMBOLIZER_PATH",
        ]

        package func contains(_ name: String) -> Bool {
            switch self {
            case .all: true
            case .none: false
            case .listed: Self.names.contains(name) || name.hasPrefix("LC_")
            }
        }
    }

    /// The value of a variable; nil if it is unset or empty.
    package static func value(of name: String) -> String? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }

    /// Sets a variable of this process. Must not be called while other threads run, because they may be reading one.
    package static func set(_ name: String, to value: String) { setenv(name, value, 1) }

    /// Unsets variables of this process. Must not be called while other threads run, because they may be reading one.
    ///
    /// - Parameter isUnwanted: whether to unset the variable with this name.
    package static func remove(where isUnwanted: (String) -> Bool) {
        for variable in all() {
            let name = String(variable.prefix { $0 != "=" })
            if isUnwanted(name) { unsetenv(name) }
        }
    }

    /// The value of a variable in bytes; nil if it is unset or empty.
    private static func bytes(of name: String) -> [UInt8]? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return Array(UnsafeRawBufferPointer(start: value, count: strlen(value)))
    }

    /// Whether a variable has an absolute path.
    private static func isPath(_ name: String) -> Bool { bytes(of: name)?.first == UInt8(ascii: "/") }

    /// One of the user's folders (XDG base directories), as an absolute path; nil if there is no HOME, or if the path is
    /// not UTF-8: as text it would be that of another folder. A relative path is another folder wherever a program is started,
    /// so a HOME of that kind counts as none.
    ///
    /// - Parameters:
    ///   - name: the variable that names it, such as `XDG_CACHE_HOME`; a relative path in it is ignored.
    ///   - fallback: the folder below HOME if the variable does not name one, such as `.cache`.
    package static func userFolder(_ name: String, inHome fallback: String) -> String? {
        let isNamed = isPath(name)
        guard isNamed || isPath("HOME"), let path = bytes(of: isNamed ? name : "HOME"),
            let folder = String(validating: path, as: UTF8.self)
        else { return nil }
        return isNamed ? folder : "\(folder)/\(fallback)"
    }

    /// The variable that names a folder of the user by a path that is not UTF-8, so that the folder cannot be used; nil
    /// if there is none.
    package static var unusableUserFolder: String? {
        let homes = ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"]
        let named = (homes + ["XDG_RUNTIME_DIR"]).filter(isPath)
        // HOME counts where one of the others does not.
        let used = named + (homes.allSatisfy(isPath) ? [] : ["HOME"])
        return used.first { name in
            guard let path = bytes(of: name) else { return false }
            return String(validating: path, as: UTF8.self) == nil
        }
    }

    /// All variables as `NAME=VALUE`, with some of them changed.
    ///
    /// - Parameters:
    ///   - changes: new values by name; nil unsets a variable.
    ///   - inheritance: which of the unchanged variables are included.
    package static func all(
        changing changes: [String: String?] = [:], inheriting inheritance: Inheritance = .all
    ) -> [String] {
        var variables: [String] = []
        var next = environ
        while let variable = next.pointee {
            let text = String(cString: variable)
            let name = String(text.prefix { $0 != "=" })
            if changes[name] == nil, inheritance.contains(name) { variables.append(text) }
            next += 1
        }
        return variables + changes.compactMap { name, value in value.map { "\(name)=\($0)" } }
    }
}
