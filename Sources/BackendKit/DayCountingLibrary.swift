public import PhotoModel

/// A library whose fetches know how many assets each day has without reading them all. It needs no capability: the host asks
/// where there is the extension, and reads where there is none.
public protocol DayCountingLibrary: BackendLibrary where Fetch: DayCountingFetch {}

/// A fetch result of a `DayCountingLibrary`.
public protocol DayCountingFetch: BackendFetch {
    /// Gives the days of all assets in the order of the fetch: what reading it from its first asset to its last gives.
    ///
    /// - Throws: `.unsupported`, before anything was given, where only reading tells; else as `window`.
    func days(call: BackendCall, emit: (DayCount) -> Flow) throws(PhotoError)
}
