import ABIMemory
import BackendAPI
import Testing

@testable import BackendWorker

@Suite("What a worker may reach of the network")
struct SandboxTests {
    private func network(_ location: String, _ settings: [String] = []) -> Sandbox.Network {
        let arena = RecordArena()
        var request = picker_open_request()
        request.location = arena.bytes(Array(location.utf8))
        request.setting_values = arena.array(settings.map { arena.string($0) })
        request.setting_count = UInt64(settings.count)
        return withExtendedLifetime(arena) { Sandbox.Network(of: request) }
    }

    @Test("A library in a folder reaches nothing, whatever its settings say")
    func folder() {
        #expect(network("/photos", ["https://s3.example"]) == .none)
    }

    @Test("The ports are those of the location and of the addresses among the settings, each once")
    func ports() {
        #expect(network("x+https://photos.example") == .ports([443]))
        #expect(
            network("db://host:5432/photos", ["https://s3.example:9000", "http://s3.example", "red", ""])
                == .ports([5432, 9000, 80]))
        #expect(network("db://host:5432/photos", ["db://host:5432", "a:1", "1x://y:7", "://z:8"]) == .ports([5432]))
        #expect(
            network("db://host:5432/photos", ["HTTPS://S3.example", "s3://store:9000", "my-store+http://store"])
                == .ports([5432, 443, 9000, 80]))
        #expect(network("db://host:5432/photos", ["ä://x:1", "a b://x:2", "+x://x:3"]) == .ports([5432]))
        #expect(network("db://host/photos", ["https://s3.example"]) == .ports([0, 443]))
    }

    @Test("A setting names one port, and all of them together no more than eight")
    func most() {
        let many = (1...20).map { "http://h:\($0)" }
        guard case .ports(let ports) = network("db://host:99/x", many) else {
            Issue.record("no ports")
            return
        }
        #expect(ports == [99, 1, 2, 3, 4, 5, 6, 7])
    }

    @Test("What is allowed comes to the worker as it was", arguments: [[], [0], [5432, 443]] as [[UInt16]])
    func message(ports: [UInt16]) throws {
        var sandbox = Sandbox()
        sandbox.network = .ports(ports)
        sandbox.data = Array("/data".utf8)
        let body = Body(try sandbox.message())
        var reader = body.reader
        let read = try Sandbox(&reader)
        #expect(read.network == .ports(ports))
        #expect(read.data == sandbox.data)
    }
}
