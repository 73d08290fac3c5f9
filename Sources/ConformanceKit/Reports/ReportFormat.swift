/// How a report is written.
public enum ReportFormat: String, Sendable, CaseIterable {
    /// Text for a terminal.
    case human
    /// An object a line for each check, then one for the run.
    case jsonl
    /// XML as JUnit has it.
    case junit
    /// Test Anything Protocol, version 13.
    case tap
    /// One page that refers to nothing else.
    case html

    /// The whole report in this format, for files and pipes.
    public func text(_ report: ConformanceReport) -> String {
        switch self {
        case .human: HumanReport.text(report)
        case .jsonl: JSONLinesReport.text(report)
        case .junit: JUnitReport.text(report)
        case .tap: TAPReport.text(report)
        case .html: HTMLReport.text(report)
        }
    }
}
