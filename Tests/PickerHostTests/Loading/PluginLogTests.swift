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

    @Test("Each plugin has a log of its own")
    func own() {
        let hosts = (0..<3).map { HostTable(label: "\($0)") }
        let numbers = hosts.map { UInt(bitPattern: $0.pointer.pointee.context) }
        #expect(Set(numbers).count == 3 && !numbers.contains(0))
        withExtendedLifetime(hosts) {}
    }
}
