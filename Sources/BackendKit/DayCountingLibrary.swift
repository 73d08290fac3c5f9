public import PhotoModel

/// A library whose fetch results know how many assets each day has without reading them all. It needs no capability: the host
/// uses the extension if there is one, and otherwise reads the fetch.
public protocol DayCountingLibrary: BackendLibrary where Fetch: DayCountingFetch {}

/// A fetch result of a `DayCountingLibrary`.
public protocol DayCountingFetch: BackendFetch {
    /// Emits the days of all assets in the order of the fetch, as they would be counted by reading it from its first asset to
    /// its last.
    ///
    /// - Throws: `.unsupported`, before anything is emitted, if this fetch has to be read for that; otherwise as `window`.
    func days(call: BackendCall, emit: (DayCount) -> Flow) throws(PhotoError)
}
