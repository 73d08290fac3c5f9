public import BackendAPI
public import PhotoModel

/// Converts a number of the ABI to a value of an enumeration.
///
/// - Throws: `.invalidArgument`, with `name` in the message, if the number is not known.
public func enumeration<Value: RawRepresentable>(
    _ raw: Value.RawValue, _ name: String, _ type: Value.Type = Value.self
) throws(PhotoError) -> Value {
    guard let value = Value(rawValue: raw) else { throw .invalidArgument("\(name) \(raw) is not known") }
    return value
}

extension picker_image_request {
    /// The options that the request asks for.
    ///
    /// - Throws: `.invalidArgument` if a mode or the colour policy is not known, or if only one side of the target size
    ///   is 0.
    public func options() throws(PhotoError) -> ImageOptions {
        guard (target_width == 0) == (target_height == 0) else {
            throw .invalidArgument("a target size needs both a width and a height")
        }
        guard color_policy <= PICKER_COLOR_KEEP else {
            throw .invalidArgument("colour policy \(color_policy) is not known")
        }
        let target = PixelSize(width: Int(target_width), height: Int(target_height))
        var options = ImageOptions(
            targetSize: target.isEmpty ? nil : target,
            contentMode: try enumeration(content_mode, "content mode"),
            deliveryMode: try enumeration(delivery_mode, "delivery mode"),
            resizeMode: try enumeration(resize_mode, "resize mode"),
            version: try enumeration(version, "version"),
            crop: crop.width == 0 || crop.height == 0 ? nil : crop.pixelRect,
            convertsToSRGB: color_policy == PICKER_COLOR_CONVERT_TO_SRGB)
        options.allowsNetwork = flags & PICKER_REQUEST_ALLOW_NETWORK != 0
        return options
    }
}

extension picker_rect {
    fileprivate var pixelRect: PixelRect { PixelRect(x: Int(x), y: Int(y), width: Int(width), height: Int(height)) }
}
