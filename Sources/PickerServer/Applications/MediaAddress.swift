/// The last part of the address of media: a link, "=", and the form that is asked for.
///
/// Clients that compose addresses may encode the "=" (RFC 3986, section 2.2); nothing else in it may be encoded.
struct MediaAddress {
    let link: String
    /// What follows the "="; empty if there is nothing.
    let form: Substring

    init(_ text: String?) {
        let text = text ?? ""
        guard !text.contains("=") else {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            (link, form) = (String(parts[0]), parts[1])
            return
        }
        let mark = text.indices.first { text[$0...].hasPrefix("%3D") || text[$0...].hasPrefix("%3d") }
        guard let mark else {
            (link, form) = (text, "")
            return
        }
        (link, form) = (String(text[..<mark]), text[mark...].dropFirst(3))
    }
}
