import Testing

@testable import PostgresIngesting

@Suite("How long it is waited for what fails for a while")
struct PatienceTests {
    @Test("It counts from the first failure after a success, however long what failed took")
    func failures() {
        var patience = Patience(60)
        let first = [1_000, 1_060, 1_061].map { patience.goesOn(afterFailureAt: $0) }
        #expect(first == [true, true, false])
        patience.succeed()
        let second = [5_000, 5_060, 5_061].map { patience.goesOn(afterFailureAt: $0) }
        #expect(second == [true, true, false])
    }
}
