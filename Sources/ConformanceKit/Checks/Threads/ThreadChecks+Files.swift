internal import BackendAPI
internal import Platform

/// Checks of files and refusals on several threads at once, each of which has its own.
extension ThreadChecks {
    static let files = [
        Check(
            "threads.refusals", "What is refused beside other calls has its own status and message",
            "R11.2 R11.5 R10.3",
            remedy: "Put a message together in memory of the call, in no static buffer."
        ) { context throws(CheckStop) in try refusals(context) }
    ]

    /// Reads the first bytes of many files on several threads, as quickly as they come: what calls share is met then.
    static func readApart(_ context: CheckContext, _ library: Library) throws(CheckStop) {
        let matches = try context.matches(library).filter { $0.photo.width < 600 }
        let files = try matches.map { (match) throws(CheckStop) in
            Array(try Files.read(context.root / match.photo.path).prefix(64))
        }
        let wrong = (0..<4).map { _ in Box<String?>(nil) }
        let end = Clock.now + context.limit(milliseconds: 300)
        Threads.run(4) { thread in
            var place = thread * 5
            while Clock.now < end, wrong[thread].value == nil {
                place = (place + 3) % matches.count
                let part = library.read(ReadRequest(matches[place].asset.identifier, capacity: 64))
                if part.reply.status != PICKER_OK || part.bytes != files[place] {
                    let path = matches[place].photo.path
                    wrong[thread].value = "a read of \(path) answered \(part.reply.described), or gave other bytes"
                }
            }
        }
        if let wrong = wrong.lazy.compactMap(\.value).first { throw .failed("beside reads of other files, \(wrong)") }
    }

    private struct Answer: Equatable {
        let status: picker_status
        let message: [UInt8]
    }

    private static func refusals(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        let stranger = ErrorChecks.strangers[0]
        context.step("details and collection of nothing on four threads, again and again")
        // Nothing of the kit's comes between one call and the next.
        let threads = (0..<4).map { number in
            let calls = QuietCalls()
            let isOfAssets = number % 2 == 0
            let run = isOfAssets ? calls.details(library, stranger) : calls.collection(library, stranger)
            return (
                name: isOfAssets ? "details" : "collection",
                answer: { Answer(status: run(), message: calls.error.message) }
            )
        }
        let start = Clock.now
        let alone = threads.map { $0.answer() }
        // Of calls that take their time there are not so many before the clock is looked at.
        let batch = Clock.now - start < context.limit(milliseconds: 4) ? 200 : 1
        // A message that is another each time says nothing.
        let isSteady = threads.map { $0.answer() } == alone
        let end = Clock.now + context.limit(milliseconds: 400)
        let wrong = (0..<4).map { _ in Box<String?>(nil) }
        Threads.run(4) { number in
            let (name, answer) = threads[number]
            while Clock.now < end, wrong[number].value == nil {
                for _ in 0..<batch {
                    let found = answer()
                    if found == alone[number] || !isSteady && found.status == alone[number].status { continue }
                    let text = String(decoding: found.message, as: UTF8.self)
                    wrong[number].value = "\(name) answered \(Status.name(found.status)) (\(text))"
                    break
                }
            }
        }
        if let wrong = wrong.lazy.compactMap(\.value).first {
            throw .failed("beside another call that is refused, \(wrong), which it does not alone")
        }
    }
}
