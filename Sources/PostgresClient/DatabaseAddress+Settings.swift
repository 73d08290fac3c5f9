package import PhotoModel

// What people say besides the address, of a library and of a store alike.
extension DatabaseAddress {
    /// Who asks.
    package static let accountSettings: [SettingDescription] = [
        SettingDescription(
            key: "user", title: "User of the database", help: "As whom PostgreSQL is asked", isRequired: true),
        SettingDescription(
            key: "password", title: "Password of the database", help: "What PostgreSQL asks this user for",
            isSecret: true),
    ]

    /// - Parameter file: of certificates; nil: none was named.
    /// - Throws: `.invalidArgument` when it is not named by its whole path, which a worker would look for elsewhere.
    package static func check(certificates file: String?) throws(PhotoError) {
        guard file.map({ $0.hasPrefix("/") }) ?? true else {
            throw .invalidArgument("certificate must be the whole path of a file, beginning with /")
        }
    }
}
