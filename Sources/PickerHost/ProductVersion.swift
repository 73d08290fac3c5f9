/// The version of Picker.
public enum ProductVersion {
    /// `MAJOR.MINOR.PATCH`
    public static let text = HostTable.hostVersion
}
