package import ArgumentParser

/// An option whose value is one of a few words.
///
/// The parser's own way to list the words looks up conformances of each type at each start of the program, which takes `picker
/// image` a millisecond.
package protocol WordOption: ExpressibleByArgument, CaseIterable, RawRepresentable
where RawValue == String, AllCases == [Self] {}

extension WordOption {
    static var allValueStrings: [String] { allCases.map(\.rawValue) }
    static var allValueDescriptions: [String: String] { [:] }
    static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
    var defaultValueDescription: String { rawValue }

    init?(argument: String) { self.init(rawValue: argument) }
}
