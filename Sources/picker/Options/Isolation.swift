internal import ArgumentParser
internal import PickerHost

/// Where plugins run, as the command line and the settings say it.
enum Isolation: String, ExpressibleByArgument, CaseIterable {
    case inProcess = "in-process"
    case worker

    var ofHost: BackendIsolation {
        switch self {
        case .inProcess: .inProcess
        case .worker: .worker
        }
    }

    /// For messages.
    static var names: String { allCases.map { "\"\($0.rawValue)\"" }.joined(separator: " or ") }
}
