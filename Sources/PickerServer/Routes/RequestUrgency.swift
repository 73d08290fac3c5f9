internal import HTTPTypes
internal import PhotoModel
internal import PickerHost

extension RequestPriority {
    /// The priority that a client asks for in the field Priority (RFC 9218): the urgency `u`, from 0 to 7, where 0 to 3
    /// are on screen, 4 and 5 near it, 6 and 7 for later. If there is no valid urgency, thumbnails go before larger
    /// images, which take many times as long.
    ///
    /// - Parameter size: the size of the image.
    init(_ header: String?, size: PixelSize?) {
        let urgency = header?.split(separator: ",").lazy
            .map(\.withoutOuterBlanks)
            .last { $0.hasPrefix("u=") }
            .flatMap { Int($0.dropFirst(2)) }
        switch urgency {
        case 0, 1, 2, 3: self = .visible
        case 4, 5: self = .near
        case 6, 7: self = .prefetch
        default: self = (size.map { max($0.width, $0.height) } ?? .max) <= Self.largestThumbnail ? .visible : .near
        }
    }
}

extension RequestPriority {
    /// The largest side, in pixels, that the page asks for in its grid.
    fileprivate static var largestThumbnail: Int { 1024 }
}

extension HTTPField.Name {
    static var priority: HTTPField.Name { HTTPField.Name("Priority")! }  // A valid token.
}
