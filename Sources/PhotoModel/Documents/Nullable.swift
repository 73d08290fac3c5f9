/// A value that JSON contains even when there is none, as null, so that scripts can distinguish "none" from "not asked".
@propertyWrapper
public struct Nullable<Value: Encodable>: Encodable {
    /// Nil is encoded as null.
    public var wrappedValue: Value?

    /// - Parameter wrappedValue: nil is encoded as null.
    public init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }

    /// Encodes the value, or null.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

extension Nullable: Sendable where Value: Sendable {}
