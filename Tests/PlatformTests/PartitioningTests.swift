import Platform
import Testing

@Suite("A list of two parts")
struct PartitioningTests {
    @Test("is cut where the second one begins")
    func halves() {
        let numbers = [1, 3, 5, 7]
        for (bound, index) in [(0, 0), (1, 0), (2, 1), (3, 1), (7, 3), (8, 4)] {
            #expect(numbers.partitioningIndex { $0 >= bound } == index)
            #expect(numbers[1...].partitioningIndex { $0 >= bound } == max(1, index))
        }
        #expect([Int]().partitioningIndex { _ in true } == 0)
    }
}
