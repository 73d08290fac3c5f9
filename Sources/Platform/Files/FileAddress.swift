/// The `file:///…` URL of a path (RFC 8089), escaped as `g_filename_to_uri` of GLib does it: RFC 2396 permits several
/// forms, and most desktop programs use GLib's.
///
/// - Parameter path: an absolute path.
package func fileAddress(_ path: [UInt8]) -> String {
    path.reduce(into: "file://") { address, byte in
        let character = Character(UnicodeScalar(byte))
        let isPlain = character.isASCII && (character.isLetter || character.isNumber)
        if isPlain || "-_.!~*'()/&=:@+$,".contains(character) {
            address.append(character)
        } else {
            address += "%" + (String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)).uppercased()
        }
    }
}
