import TestSupport
import Testing

@Suite("Help on narrow terminals")
struct HelpWidthTests {
    let picker: PickerProgram

    init() throws { picker = try PickerProgram() }

    @Test("Help has its descriptions, however narrow the terminal says that it is", arguments: ["20", "1", "0", "-5"])
    func narrow(columns: String) async throws {
        let script = #"COLUMNS="$1" exec "$picker" albums --help"#
        let result = try await picker.shell(script, columns)
        result.expectSuccess()
        #expect(result.output.contains("The folder of\n"), "\(result)")
        let forty = try await picker.shell(script, "40")
        #expect(forty.output == result.output)
        // Names of options are never broken.
        let longest = result.lines.filter { !$0.contains("--") && !$0.contains("USAGE") && !$0.contains("picker ") }
        #expect(longest.allSatisfy { $0.count <= 40 }, "\(result)")
    }

    @Test("A narrow terminal is no reason to lose what is wrong with arguments")
    func mistakes() async throws {
        let result = try await picker.shell(#"COLUMNS=20 exec "$picker" albums --bogus"#)
        result.expectFailure(64, naming: "Unknown option '--bogus'", "picker albums --help")
    }
}
