import BackendAPI
import Testing

@testable import PickerHost

@Suite("The log of a plugin") struct PluginLogTests {
    @Test("A line that a plugin logs when the host has let go of its table goes nowhere")
    func late() throws {
        var host: HostTable? = HostTable(label: "test")
        let table = try #require(host?.pointer.pointee)
        let number = UInt(bitPattern: table.context)
        withExtendedLifetime(host) { #expect(PluginLog.log(number) != nil) }
        host = nil
        #expect(PluginLog.log(number) == nil)
        "late".withCString { table.log(table.context, PICKER_LOG_INFO, picker_string(data: $0, length: 4)) }
    }

    @Test("A line that is longer than any may be is cut, whatever letters it has", arguments: ["x", "ü", "👩‍👩‍👧‍👦"])
    func long(letter: String) {
        let longest = String(repeating: letter, count: (1 << 16) / letter.utf8.count)
        #expect(PluginLog.cut(longest) == longest)
        let cut = PluginLog.cut(String(repeating: letter, count: 1 << 17))
        #expect(cut.utf8.count <= 1 << 16 && cut.utf8.count > 1 << 13 && cut.hasPrefix(letter))
    }

    @Test("Each plugin has a log of its own")
    func own() {
        let hosts = (0..<3).map { HostTable(label: "\($0)") }
        let numbers = hosts.map { UInt(bitPattern: $0.pointer.pointee.context) }
        #expect(Set(numbers).count == 3 && !numbers.contains(0))
        withExtendedLifetime(hosts) {}
    }
}
