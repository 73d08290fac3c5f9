import Testing

@testable import PickerHost

@Suite("A budget of memory") struct MemoryBudgetTests {
    private var budget = MemoryBudget(limit: 100)

    @Test("A budget of memory admits jobs while their sum is inside, and what needs nothing always")
    mutating func sum() {
        budget.begin(60)
        #expect(budget.admits(40) && !budget.admits(41) && budget.admits(0))
        budget.begin(40)
        #expect(!budget.admits(1) && budget.admits(0))
        budget.end(60)
        #expect(budget.admits(60) && !budget.admits(61))
    }

    @Test("A budget of memory counts what is held for readers until they have it")
    mutating func held() {
        budget.hold(70)
        #expect(budget.admits(30) && !budget.admits(31))
        budget.release(70)
        #expect(budget.admits(100))
    }

    @Test("A budget of memory lets what is larger than all of it run alone")
    mutating func alone() {
        #expect(budget.admits(1000))
        budget.begin(1)
        #expect(!budget.admits(1000) && budget.admitsWithoutOthers(1000))
        budget.end(1)
        budget.begin(1000)
        #expect(!budget.admits(1))
        budget.end(1000)
        budget.hold(25)
        #expect(budget.admits(1000))
        budget.hold(1)
        #expect(!budget.admits(1000) && !budget.admitsWithoutOthers(1000))
    }

    @Test("A budget of memory survives estimates of any size")
    mutating func enormous() {
        budget.begin(.max)
        budget.begin(.max)
        budget.hold(.max)
        #expect(!budget.admits(.max) && !budget.admits(1))
        budget.end(.max)
        budget.release(.max)
        #expect(budget == MemoryBudget(limit: 100))
    }
}
