import HTTPClient
import Testing

/// Each block of addresses is asked for at its first and its last one, and at the neighbours of these.
@Suite("How far a request may reach")
struct ReachTests {
    private static let everywhere = HTTPRequest.Reach.all
    private static let publicly = HTTPRequest.Reach.publicNetwork
    private static let nearby = HTTPRequest.Reach.publicAndPrivateNetworks

    @Test(
        "What the public network gives out is reached by all",
        arguments: [
            "1.0.0.0", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.0",
            "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "191.255.255.255", "192.0.1.0",
            "192.0.1.255", "192.0.3.0", "192.88.98.255", "192.88.100.0", "192.167.255.255", "192.169.0.0",
            "198.17.255.255", "198.20.0.0", "198.51.99.255", "198.51.101.0", "203.0.112.255", "203.0.114.0",
            "223.255.255.255", "[2000::1]", "[2001:200::1]", "[2001:db7::1]", "[2001:db9::1]", "[2003::1]",
            "[2606:4700::1]", "[3fff:ffff::1]", "[::ffff:8.8.8.8]", "[64:ff9b::808:808]", "[2002:808:808::]",
        ])
    func reached(host: String) {
        #expect(Self.everywhere.includes(literal: host) == true)
        #expect(Self.publicly.includes(literal: host) == true)
        #expect(Self.nearby.includes(literal: host) == true)
    }

    @Test(
        "This machine and private networks are reached by what the owner named, and by nothing that may go out alone",
        arguments: [
            "10.0.0.0", "10.255.255.255", "100.64.0.0", "100.127.255.255", "127.0.0.1", "127.255.255.255", "172.16.0.0",
            "172.31.255.255", "192.168.0.0", "192.168.255.255", "198.18.0.0", "198.19.255.255", "[::1]", "[fc00::1]",
            "[fdff:ffff::1]", "[::ffff:192.168.0.1]", "[64:ff9b::127.0.0.1]", "[2002:a00:1::]",
        ])
    func near(host: String) {
        #expect(Self.everywhere.includes(literal: host) == true)
        #expect(Self.publicly.includes(literal: host) == false)
        #expect(Self.nearby.includes(literal: host) == true)
    }

    @Test(
        "Addresses of the link, of documents, of many and of none are reached by neither",
        arguments: [
            "0.0.0.0", "0.255.255.255", "169.254.0.0", "169.254.169.254", "169.254.255.255", "192.0.0.0", "192.0.0.255",
            "192.0.2.0", "192.0.2.255", "192.88.99.0", "192.88.99.255", "198.51.100.0", "198.51.100.255", "203.0.113.0",
            "203.0.113.255", "224.0.0.0", "239.255.255.255", "240.0.0.0", "255.255.255.255", "[::]", "[::2]",
            "[::10.0.0.1]", "[fe80::1]", "[febf::1]", "[fec0::1]", "[ff02::1]", "[2001::1]", "[2001:1ff::1]",
            "[2001:db8::1]", "[1fff::1]", "[4000::1]", "[::ffff:169.254.169.254]", "[64:ff9b::a9fe:a9fe]",
            "[2002:a9fe:a9fe::]",
        ])
    func nowhere(host: String) {
        #expect(Self.everywhere.includes(literal: host) == true)
        #expect(Self.publicly.includes(literal: host) == false)
        #expect(Self.nearby.includes(literal: host) == false)
    }

    @Test(
        "What is no address in its usual form is none, whatever a resolver would make of it",
        arguments: [
            "", "[", "[]", "localhost", "1.2.3", "1.2.3.256", "0x7f.0.0.1", "2130706433", "::1", "[::1", "::1]",
            "[1.2.3.4]", "[fe80::1%1]", "[" + String(repeating: "0", count: 64) + "]",
        ])
    func names(host: String) {
        for reach in [Self.everywhere, Self.publicly, Self.nearby] { #expect(reach.includes(literal: host) == nil) }
    }
}
