/// How a report is written.
public enum ReportFormat: String, Sendable, CaseIterable {
    case human
    case jsonl
    case junit
    case tap
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
