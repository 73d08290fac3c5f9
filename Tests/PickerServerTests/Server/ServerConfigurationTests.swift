import Testing

@testable import PickerServer

@Suite("Addresses to listen on")
struct ServerConfigurationTests {
    @Test(
        "are HOST:PORT, [IPV6]:PORT or :PORT",
        arguments: [
            ("127.0.0.1:8420", "127.0.0.1", 8420), ("localhost:0", "localhost", 0), ("[::1]:80", "::1", 80),
            (":8420", "127.0.0.1", 8420), ("0.0.0.0:65535", "0.0.0.0", 65_535), ("nas.local:1", "nas.local", 1),
        ])
    func good(text: String, host: String, port: Int) throws {
        let address = try #require(ServerConfiguration.parseListen(text))
        #expect(address.host == host && address.port == port)
    }

    @Test(
        "are nothing else",
        arguments: [
            "", "8420", "localhost", "localhost:", "localhost:x", "localhost:-1", "localhost:65536", "localhost:+80",
            "localhost: 80", "::1", "::1:80", "[::1]", "[]:80", "[::1:80", "a b:80", "http://localhost:80",
        ])
    func rubbish(text: String) {
        #expect(ServerConfiguration.parseListen(text) == nil)
    }

    @Test(
        "know whether only this machine can connect",
        arguments: [
            ("127.0.0.1", true), ("127.5.5.5", true), ("localhost", true), ("::1", true), ("0.0.0.0", false),
            ("::", false), ("192.168.0.9", false), ("127.evil.example", false), ("nas.local", false),
            ("LOCALHOST", true), ("0:0:0:0:0:0:0:1", true), ("127.1", true), ("127.0.0.1.5", false), ("127", false),
            ("127.", false), ("127.0.0.+1", false),
        ])
    func loopback(host: String, isLoopback: Bool) {
        #expect(ServerConfiguration(host: host).isLoopback == isLoopback)
    }

    @Test("have brackets around IPv6 in a URL")
    func urlHost() {
        #expect(ServerConfiguration.urlHost("::1") == "[::1]")
        #expect(ServerConfiguration.urlHost("127.0.0.1") == "127.0.0.1")
    }
}
