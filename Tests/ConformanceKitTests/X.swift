import Testing
@testable import ConformanceKit
@Suite("x") struct X {}
