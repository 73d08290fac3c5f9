import Testing

@testable import HTTPClient

@Suite("Addresses of servers")
struct AddressTests {
    @Test(
        "are read as what is connected to, without a fragment, and without a port that says nothing",
        arguments: [
            ("https://h", "https://h/"), ("HTTPS://Photos.Example:443/A?b=C#d", "https://photos.example/A?b=C"),
            ("http://h:80/", "http://h/"), ("http://h:443/", "http://h:443/"), ("https://h:80", "https://h:80/"),
            ("https://h?a=b", "https://h/?a=b"), ("https://h#a", "https://h/"), ("https://h/#a?b", "https://h/"),
            ("http://[::1]:8443/x", "http://[::1]:8443/x"), ("http://[FE80::1]/", "http://[fe80::1]/"),
            ("http://h:1/", "http://h:1/"), ("http://h:65535/", "http://h:65535/"),
            ("https://h/~!%20?x=/y://z", "https://h/~!%20?x=/y://z"),
        ])
    func reading(text: String, expected: String) { #expect(HTTPAddress(text)?.text == expected) }

    @Test(
        "are nothing that another program might read in another way",
        arguments: [
            "", "h/x", "//h/x", "ftp://h/", "://h/", "https:///x", "https://", "https://u@h/", "https://u:p@h/",
            "https://h:/", "https://h:0/", "https://h:65536/", "https://h:+1/", "https://h:-1/", "https://h:1a/",
            "https://[::1/", "https://[::1]x/", "https://h h/", "https://h/a b", "https://h/\u{E9}", "https://\u{E9}/",
            "https://h/\u{7F}", "https://h/\n",
        ])
    func refused(text: String) { #expect(HTTPAddress(text)?.text == nil) }

    @Test("have a host of at most 255 bytes, and its scheme, host and port say where a secret may go")
    func origins() throws {
        let longest = String(repeating: "a", count: 255)
        #expect(HTTPOrigin(scheme: "https", authority: longest)?.host == longest)
        #expect(HTTPOrigin(scheme: "https", authority: longest + "a")?.host == nil)
        let origin = try #require(HTTPOrigin(scheme: "HTTPS", authority: "Photos.Example"))
        #expect(origin == HTTPOrigin(scheme: "https", authority: "photos.example:443"))
        #expect(origin.port == 443 && origin.authority == "photos.example")
        for other in [("http", "photos.example:443"), ("https", "photos.example:80"), ("https", "photo.example")] {
            #expect(HTTPOrigin(scheme: other.0, authority: other.1) != origin, "\(other)")
        }
        #expect(HTTPAddress(origin: origin, target: "a?b").text == "https://photos.example/a?b")
    }

    @Test("that a redirect leads to are of HTTP, or none; the query stays behind")
    func redirects() throws {
        let here = try #require(HTTPAddress("https://h/a/b?c=d/e"))
        #expect(here.following("f")?.text == "https://h/a/f")
        #expect(here.following("?g")?.text == "https://h/a/b?g")
        #expect(here.following("/f#x")?.text == "https://h/f")
        #expect(here.following("//h:8443/f")?.text == "https://h:8443/f")
        #expect(here.following("HTTP://h/f")?.text == "http://h/f")
        for wrong in ["ftp://h/f", "https://u:p@h/f", "/a b", "//", "https://", "mailto:a@h", "http:f", "a:b/c"] {
            #expect(here.following(wrong)?.text == nil, "\(wrong)")
        }
        #expect(here.following("f?x=http://h:1/")?.text == "https://h/a/f?x=http://h:1/")
        let bare = try #require(HTTPAddress("https://h?c=d"))
        #expect(bare.following("f")?.text == "https://h/f")
    }

    @Test("that are nothing, or a fragment alone, lead to where they came from", arguments: ["", "#x", "#"])
    func here(location: String) throws {
        for address in ["https://h/a/b?c=d/e", "https://h/", "https://h?c"] {
            let here = try #require(HTTPAddress(address))
            #expect(here.following(location) == here)
        }
    }

    @Test("have parts in which everything but letters, digits and four signs is encoded, byte by byte")
    func encoding() {
        #expect("azAZ09-._~".percentEncoded == "azAZ09-._~")
        #expect("a/b c+\u{E9}%\u{F}".percentEncoded == "a%2Fb%20c%2B%C3%A9%25%0F")
        #expect("@[`{:".percentEncoded == "%40%5B%60%7B%3A")
        #expect("".percentEncoded.isEmpty)
    }

    @Test("are asked for bytes up to the last one that is wanted, and up to the last one that can be numbered")
    func parts() {
        #expect(HTTPRequest.Part(offset: 5, count: 1).last == 5)
        #expect(HTTPRequest.Part(offset: 5, count: 3).last == 7)
        #expect(HTTPRequest.Part(offset: .max, count: 1).last == .max)
        #expect(HTTPRequest.Part(offset: .max - 1, count: 9).last == .max)
    }

    @Test("answer with fields whose names have no case, and of which the last one counts, without blanks around it")
    func fields() throws {
        let address = try #require(HTTPAddress("https://h/"))
        let head = "HTTP/1.1 200 OK: x\r\nETag: \"a:b\"\r\nTwo: one\r\ntwo:\t last one \r\nEmpty:\r\nno field\r\n\r\n"
        let response = HTTPResponse(status: 200, address: address, head: Array(head.utf8), bytes: [1])
        #expect(response.header("etag") == "\"a:b\"" && response.header("ETAG") == "\"a:b\"")
        #expect(response.header("TWO") == "last one")
        #expect(response.header("Empty")?.isEmpty == true)
        #expect(response.header("no field") == nil && response.header("HTTP/1.1 200 OK") == nil)
    }

    @Test("are asked over one connection at least")
    func connections() {
        #expect(HTTPClient.Configuration(connections: 0, userAgent: "Test").connections == 1)
        #expect(HTTPClient.Configuration(connections: 6, userAgent: "Test").connections == 6)
    }
}
