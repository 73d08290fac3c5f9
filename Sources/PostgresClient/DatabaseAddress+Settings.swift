package import PhotoModel

// The settings besides the address, which libraries and stores have in common.
extension DatabaseAddress {
    /// The settings of the account.
    package static let accountSettings: [SettingDescription] = [
        SettingDescription(
            key: "user", title: "User of the database", help: "As whom PostgreSQL is asked", isRequired: true),
        SettingDescription(
            key: "password", title: "Password of the database", help: "What PostgreSQL asks this user for",
            isSecret: true),
    ]

    /// - Parameter file: a file of certificates; nil if none was given.
    /// - Throws: `.invalidArgument` if its path is not absolute, since a worker would look for it elsewhere.
    package static func check(certificates file: String?) throws(PhotoError) {
        guard file.map({ $0.hasPrefix("/") }) ?? true else {
            throw .invalidArgument("certificate must be the whole path of a file, beginning with /")
        }
    }
}
