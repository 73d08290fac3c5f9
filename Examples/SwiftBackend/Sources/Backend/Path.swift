extension [UInt8] {
    /// The folder and the name of a path from the root.
    func split() -> (folder: [UInt8], name: [UInt8]) {
        guard let slash = lastIndex(of: UInt8(ascii: "/")) else { return ([], self) }
        return (Array(self[..<slash]), Array(self[(slash + 1)...]))
    }
}
