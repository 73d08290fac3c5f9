import Testing

@testable import Platform

@Suite("Addresses of IPv6 as text")
struct IPv6TextTests {
    @Test(
        "are written in one way",
        arguments: [
            ("::1", "::1"), ("0:0:0:0:0:0:0:1", "::1"), ("::", "::"), ("2001:DB8:0:0::1", "2001:db8::1"),
            ("2001:0db8:0:1:0:0:0:1", "2001:db8:0:1::1"), ("1:0:0:2:3:0:0:4", "1::2:3:0:0:4"),
            ("1:2:3:4:5:6:7:0", "1:2:3:4:5:6:7:0"), ("1::", "1::"), ("::ffff:1.2.3.4", "::ffff:102:304"),
        ])
    func canonical(text: String, canonical: String) {
        #expect(IPv6Text.canonical(text) == canonical)
        #expect(IPv6Text.canonical(authority: "[\(text)]:8420") == "[\(canonical)]:8420")
    }

    @Test("are nothing else", arguments: ["", "x", ":::", "1::2::3", "127.0.0.1", "[::1]", "fe80::1%eth0", "::1 "])
    func none(text: String) {
        #expect(IPv6Text.canonical(text) == nil)
        #expect(IPv6Text.canonical(authority: text) == text)
    }
}
