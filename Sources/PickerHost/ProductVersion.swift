/// The version of Picker.
public enum ProductVersion {
    public static let text = HostTable.hostVersion
}
