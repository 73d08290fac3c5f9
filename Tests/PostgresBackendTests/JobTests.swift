import PhotoModel
import PostgresClient
import Testing

@testable import PostgresIngesting

@Suite("Jobs of an ingest", .enabled(if: TestLibrary.server != nil), .timeLimit(.minutes(2)))
struct JobTests {
    @Test("A job that was queued again without being listed is known as one after it was put off")
    func putOff() throws {
        let test = try TestLibrary()
        let jobs = Jobs(source: Array("folder".utf8))
        let found = Jobs.Found(path: Array("a.jpg".utf8), stamp: 1)
        try jobs.put([found], again: .none, test.connection, .never)
        _ = try test.connection.run(SQL("UPDATE picker.job SET reason = ''"))
        let job = try #require(try jobs.take(test.connection, .never))
        #expect(job.isRepeated)
        try jobs.putOff(job, reason: "the disk is busy", test.connection, .never)
        _ = try test.connection.run(SQL("UPDATE picker.job SET not_before = now()"))
        let again = try #require(try jobs.take(test.connection, .never))
        #expect(again.isRepeated && again.attempts == 1)
    }
}
