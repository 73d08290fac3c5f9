import Testing

@testable import PickerServer

@Suite("The log of why the store cannot be used")
struct StoreErrorLogTests {
    @Test("has each reason once a minute, however many requests fail for it")
    func once() {
        let log = StoreErrorLog()
        let minute: UInt64 = 60_000_000_000
        #expect(log.isNews("it is away", at: 1))
        #expect(!log.isNews("it is away", at: minute))
        #expect(log.isNews("it is damaged", at: minute))
        #expect(log.isNews("it is away", at: minute + 1))
        #expect(!log.isNews("it is away", at: minute + 2))
    }

    @Test("remembers a limited number of reasons")
    func many() {
        let log = StoreErrorLog()
        for number in 0..<1000 { #expect(log.isNews("\(number)", at: 1)) }
        #expect(log.isNews("0", at: 1) && !log.isNews("0", at: 1))
    }
}
