public import ArgumentParser
public import ConformanceKit

extension Level: ExpressibleByArgument {}
extension Severity: ExpressibleByArgument {}
extension ReportFormat: ExpressibleByArgument {}
