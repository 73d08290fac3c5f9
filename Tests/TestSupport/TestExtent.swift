import Foundation

/// How much of a long test is run. `make test` runs as much as proves the behaviour; `make test-all` sets
/// PICKER_TEST_ALL=1 and runs such suites again with everything: more rounds, more seeds, more files.
///
/// scripts/test finds the suites with more to run by this name: a suite that uses it is in a file of the suite's name.
public enum TestExtent {
    /// Whether everything is run.
    public static let isComplete = ProcessInfo.processInfo.environment["PICKER_TEST_ALL"] == "1"

    /// Whether suites are run that take long whatever they are asked to do: `make test-slow` sets PICKER_TEST_SLOW=1 and runs
    /// those that have this as a condition.
    public static let includesSlow = isComplete || ProcessInfo.processInfo.environment["PICKER_TEST_SLOW"] == "1"

    /// How many, or which: `usual`, or `all` when everything is run.
    public static func choose<Value>(_ usual: Value, all: Value) -> Value { isComplete ? all : usual }

    /// Every third of them, or as many as `one` says; all of them when everything is run.
    public static func sample<Value>(_ values: [Value], one step: Int = 3) -> [Value] {
        stride(from: 0, to: values.count, by: choose(step, all: 1)).map { values[$0] }
    }

    /// The same in `make test`; in `make test-slow` as many others, so that none is run by both.
    public static func share<Value>(_ values: [Value], one step: Int) -> [Value] {
        let start = includesSlow && !isComplete ? step / 2 : 0
        return sample(Array(values.dropFirst(start)), one: step)
    }
}
