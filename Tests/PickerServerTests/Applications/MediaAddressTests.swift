import Testing

@testable import PickerServer

@Suite("Addresses of media")
struct MediaAddressTests {
    @Test(
        "An address is split at its first equals sign, which may be encoded",
        arguments: [
            ("a.0.1.b=w64-h64", "a.0.1.b", "w64-h64"), ("a%3Dd", "a", "d"), ("a%3ddv", "a", "dv"),
            ("a=b=c", "a", "b=c"),
            ("a%3Db=c", "a%3Db", "c"), ("a", "a", ""), ("a=", "a", ""), ("=d", "", "d"), ("", "", ""),
            ("a%3", "a%3", ""),
            ("a%20b", "a%20b", ""), ("é%3Dd", "é", "d"),
        ])
    func split(text: String, link: String, form: String) {
        let address = MediaAddress(text)
        #expect(address.link == link && address.form == form)
    }

    @Test("An address that is missing has neither link nor form")
    func missing() {
        let address = MediaAddress(nil)
        #expect(address.link.isEmpty && address.form.isEmpty)
    }
}
