import Cryptography
import PhotoModel
import Testing

@testable import PickerServer

@Suite("Messages to webhooks")
struct WebhookMessageTests {
    private static let start = Timestamp(milliseconds: 1_700_000_000_000)

    @Test("are sent again after longer and longer pauses, for sixteen hours, and are then given up")
    func retries() {
        let pauses = (1...9).map { attempt in
            WebhookRetries.next(after: attempt, now: Self.start, share: 0).map {
                ($0.milliseconds - Self.start.milliseconds) / 1000
            }
        }
        #expect(pauses == [5, 30, 120, 600, 1800, 3600, 7200, 14_400, 28_800])
        #expect(WebhookRetries.next(after: 10, now: Self.start) == nil)
        #expect(WebhookRetries.next(after: 0, now: Self.start) == nil)
        // Those that failed together do not come together.
        let latest = WebhookRetries.next(after: 2, now: Self.start, share: 1)
        #expect(latest == Timestamp(milliseconds: Self.start.milliseconds + 33_000))
    }

    @Test("are signed over their identifier, their time and their body")
    func signature() throws {
        let key = try #require(MessageKey(bytes: Array(0..<32)))
        let headers = WebhookSignature.headers(of: "msg_1", body: "{}", key: key, now: Self.start)
        // Of Python's hmac.
        let expected = [
            "webhook-id: msg_1", "webhook-timestamp: 1700000000",
            "webhook-signature: v1,fhksJF5ElKjlPoT/jtefCO5XjQPvhf7Dhf/8R1ad9yU=",
        ]
        #expect(headers.map { "\($0.name): \($0.value)" } == expected)
        #expect(WebhookSignature.text(of: key) == "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=")
    }

    @Test(
        "go to encrypted names and addresses, and without encryption to this machine and its network alone",
        arguments: [
            "https://notes.example/hook", "https://notes.example:8443/", "https://8.8.8.8/", "https://192.168.1.5/",
            "http://127.0.0.1:8000/hook?a=b", "http://192.168.1.5/", "http://10.0.0.1/", "http://localhost:9/",
            "http://[::1]:8000/",
        ])
    func addresses(text: String) { #expect(WebhookAddress(text)?.text == text) }

    @Test(
        "go nowhere else",
        arguments: [
            "", "notes.example", "http://notes.example/", "ftp://127.0.0.1/", "https://user:secret@notes.example/",
            "https://notes.example/#x", "https://notes.example\\@127.0.0.1/", "http://8.8.8.8/",
            "http://169.254.169.254/", "https://169.254.169.254/", "http://0.0.0.0/", "http://[fe80::1]/",
            "http://[::ffff:169.254.169.254]/", "http://2130706433/", "http://127.1/",
            "https://notes.example/" + String(repeating: "a", count: 2048),
        ])
    func refused(text: String) { #expect(WebhookAddress(text)?.text == nil) }
}
