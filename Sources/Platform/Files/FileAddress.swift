/// The `file:///…` address of a path (RFC 8089), as `g_filename_to_uri` of GLib writes it, whose addresses most programs of the desktop have:
/// RFC 2396 permits more than one form.
///
/// - Parameter path: absolute.
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
