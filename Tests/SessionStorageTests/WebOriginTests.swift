import SessionStorage
import Testing

@Suite("Origins of web pages")
struct WebOriginTests {
    @Test(
        "are what browsers send",
        arguments: [
            "https://notes.example", "http://localhost:8000", "http://127.0.0.1:8080",
            "http://[::1]:8000", "https://xn--bcher-kva.example:8443", "http://notes.example:443", "https://a:1",
            "https://a:65535", "https://a_b.c", "https://" + String(repeating: "a", count: 255),
        ])
    func valid(origin: String) { #expect(WebOrigin.isValid(origin)) }

    @Test(
        "are refused in any other form",
        arguments: [
            "", "*", "null", "notes.example", "https://", "https://notes.example/", "https://notes.example:443",
            "http://a:80", "https://a:0", "https://a:99999", "https://a:08", "HTTPS://a", "https://A.example",
            "https://user@a", "https://a b", "https://a?b", "https://a#b", "ftp://a", "javascript:alert(1)",
            "https://[::1", "https://[x]", "https://[0::1]", "https://[::ffff:1.2.3.4]", "https://b\u{fc}cher.example",
            "https://a\n", "https://a'", "https://a:", "https://a:65536", "https://a:+1", "https://a:1:1", "https://[]",
            "https://[::1]x", "https://:1", "https://" + String(repeating: "a", count: 256),
        ])
    func invalid(origin: String) { #expect(!WebOrigin.isValid(origin)) }
}
