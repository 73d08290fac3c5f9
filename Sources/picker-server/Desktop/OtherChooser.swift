internal import PickerCommands
internal import Platform

/// The desktop's file chooser for files that are not photos: another implementation of the same interface.
enum OtherChooser {
    static let interface = "org.freedesktop.impl.portal.FileChooser"
    static let ownName = "org.freedesktop.impl.portal.desktop.picker"

    /// The bus name of the chooser that the desktop prefers, or of the first one; nil if none is installed.
    static var busName: String? {
        let desktops = (Environment.value(of: "XDG_CURRENT_DESKTOP") ?? "").lowercased().split(separator: ":")
        let found = folders.flatMap { portals(in: $0) }
        return (found.first { $0.desktops.contains { desktops.contains($0) } } ?? found.first)?.name
    }

    private static var folders: [String] {
        let shared = Environment.value(of: "XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share"
        let own = Environment.userFolder("XDG_DATA_HOME", inHome: ".local/share")
        return ([own].compactMap(\.self) + shared.split(separator: ":").map(String.init)).map {
            "\($0)/xdg-desktop-portal/portals"
        }
    }

    private static func portals(in folder: String) -> [(name: String, desktops: [Substring])] {
        let names = ((try? folderContents(folder)) ?? []).filter { $0.hasSuffix(".portal") }.sorted()
        return names.compactMap { name in
            guard let text = TextFile.read("\(folder)/\(name)") else { return nil }
            let values = Dictionary(
                text.split(separator: "\n").compactMap { line -> (Substring, Substring)? in
                    let parts = line.split(separator: "=", maxSplits: 1)
                    return parts.count == 2 ? (parts[0], parts[1]) : nil
                }, uniquingKeysWith: { first, _ in first })
            guard let busName = values["DBusName"].map(String.init), busName != ownName,
                (values["Interfaces"] ?? "").split(separator: ";").contains(Substring(interface))
            else { return nil }
            return (busName, Substring((values["UseIn"] ?? "").lowercased()).split(separator: ";"))
        }
    }
}
