import Imaging
import PhotoModel
import Testing

@Suite("An XMP packet")
struct XMPPacketTests {
    private func packet(attributes: String = "", _ elements: String = "") -> XMPPacket {
        XMPPacket(MetadataFixture.packet(attributes: attributes, elements))
    }

    @Test("says the same in attributes and in elements")
    func forms() {
        let attributes = packet(attributes: "xmp:Rating='4' tiff:Orientation=\"6\" photoshop:DateCreated='2021-01-31'")
        let elements = packet(
            """
            <xmp:Rating>4</xmp:Rating><tiff:Orientation> 6 </tiff:Orientation>
            <photoshop:DateCreated>2021-01-31</photoshop:DateCreated>
            """)
        for packet in [attributes, elements] {
            #expect(packet.rating == 4 && packet.orientation == .rotated90)
            #expect(packet.dateTimeOriginal == CivilTime("2021-01-31") && packet.isComplete)
        }
    }

    @Test("may use any prefixes: namespaces count")
    func prefixes() {
        let text = """
            <a:RDF xmlns:a="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><a:Description
            xmlns:dc="http://ns.adobe.com/xap/1.0/" dc:Rating="3" xmlns:xmp="urn:something:else" xmp:Rating="5">
            <title xmlns="http://purl.org/dc/elements/1.1/"><a:Alt><a:li>Sea</a:li></a:Alt></title>
            </a:Description></a:RDF>
            """
        let packet = XMPPacket(Array(text.utf8))
        #expect(packet.rating == 3 && packet.title == "Sea")
    }

    @Test("gives texts in their default language, and without markup")
    func languages() {
        let packet = packet(
            """
            <dc:title><rdf:Alt><rdf:li xml:lang="de">Meer</rdf:li><rdf:li xml:lang="x-default">Sea &amp; sun
            </rdf:li></rdf:Alt></dc:title>
            <dc:description><rdf:Alt><rdf:li xml:lang="fr">Été <![CDATA[<b>]]></rdf:li></rdf:Alt></dc:description>
            """)
        #expect(packet.title == "Sea & sun" && packet.caption == "Été <b>")
    }

    @Test("gives each keyword once, with the leaves of hierarchies")
    func keywords() {
        let packet = packet(
            """
            <dc:subject><rdf:Bag><rdf:li>sea</rdf:li><rdf:li> sun </rdf:li><rdf:li>sea</rdf:li><rdf:li/></rdf:Bag>
            </dc:subject><lr:hierarchicalSubject><rdf:Bag><rdf:li>nature|water|sea</rdf:li>
            <rdf:li>people|Ada</rdf:li></rdf:Bag></lr:hierarchicalSubject>
            """)
        #expect(packet.keywords == ["sea", "sun", "Ada"])
        #expect(self.packet("<dc:subject>alone</dc:subject>").keywords == ["alone"])
    }

    @Test("has no keywords that darktable adds to every photo by itself")
    func darktable() {
        let automatic = "<rdf:li>darktable|changed</rdf:li><rdf:li>darktable|format|arw</rdf:li>"
        let words = ["arw", "changed", "darktable", "format", "sea"].map { "<rdf:li>\($0)</rdf:li>" }.joined()
        func keywords(_ own: String) -> [String] {
            packet(
                "<dc:subject><rdf:Bag>\(words)</rdf:Bag></dc:subject>"
                    + "<lr:hierarchicalSubject><rdf:Bag>\(automatic)\(own)</rdf:Bag></lr:hierarchicalSubject>"
            ).keywords
        }
        #expect(keywords("") == ["sea"])
        #expect(keywords("<rdf:li>nature|water</rdf:li><rdf:li>prints|format</rdf:li>") == ["format", "sea", "water"])
        #expect(packet("<dc:subject>darktable|format|orf</dc:subject>").keywords.isEmpty)
    }

    @Test("has a rating of 0 to 5, or says that the photo was rejected")
    func rating() {
        for value in 0...5 { #expect(packet(attributes: "xmp:Rating='\(value)'").rating == value) }
        #expect(packet(attributes: "xmp:Rating='3.0'").rating == 3)
        let rejected = packet(attributes: "xmp:Rating='-1'")
        #expect(rejected.rating == nil && rejected.isRejected)
        for value in ["", "6", "-2", "five", "nan", "inf", "1e400"] {
            let packet = packet(attributes: "xmp:Rating='\(value)'")
            #expect(packet.rating == nil && !packet.isRejected)
        }
    }

    @Test("may have qualifiers around a value")
    func qualifiers() {
        let packet = packet(
            """
            <xmp:Rating rdf:parseType="Resource"><rdf:value>2</rdf:value><xmp:Label>x</xmp:Label></xmp:Rating>
            <dc:title><rdf:Description><rdf:value>Inside</rdf:value></rdf:Description></dc:title>
            """)
        #expect(packet.rating == 2 && packet.title == "Inside")
    }

    @Test("may be a sidecar file, with a declaration, in UTF-8 or UTF-16")
    func sidecar() {
        let text = """
            <?xml version="1.0" encoding="UTF-16"?>
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <r:Description xmlns:x="http://ns.adobe.com/xap/1.0/" x:Rating="5" x:CreateDate="2021-01-31T10:21:30Z"/>
            </r:RDF></x:xmpmeta>
            """
        let wide: [UInt8] =
            [0xFE, 0xFF] + text.utf16.flatMap { unit -> [UInt8] in [UInt8(unit >> 8), UInt8(unit & 255)] }
        let narrow = Array(text.replacing("UTF-16", with: "UTF-8").utf8)
        for bytes in [wide, narrow] {
            let packet = XMPPacket(bytes)
            #expect(packet.rating == 5 && packet.isComplete)
            #expect(packet.dateTimeDigitized?.utcOffsetMinutes == 0)
        }
    }
}

@Suite("A damaged or hostile XMP packet")
struct HostileXMPTests {
    @Test("is read up to the damage, wherever it is cut off")
    func cutOff() {
        let whole = MetadataFixture.packet(attributes: "xmp:Rating='4'", "<dc:title>Sea</dc:title>")
        for length in 0...whole.count { _ = XMPPacket(Array(whole.prefix(length))) }
        let text = String(decoding: whole, as: UTF8.self)
        let packet = XMPPacket(Array(text.replacing("</rdf:Description>", with: "</wrong>").utf8))
        #expect(packet.rating == 4 && packet.title == "Sea" && !packet.isComplete)
    }

    @Test("declares no entities: what follows a document type is not read")
    func entities() {
        var text = "<!DOCTYPE x [<!ENTITY a0 \"ha\">"
        for level in 1...30 {
            text += "<!ENTITY a\(level) \"&a\(level - 1);&a\(level - 1);\">"
        }
        text += "]>" + String(decoding: MetadataFixture.packet("<dc:title>&a30;</dc:title>"), as: UTF8.self)
        let packet = XMPPacket(Array(text.utf8))
        #expect(packet.title == nil && !packet.isComplete)
    }

    @Test("may be deep, wide or long, and ends at a limit")
    func limits() {
        let deep = String(repeating: "<a>", count: 100_000)
        #expect(!XMPPacket(Array(deep.utf8)).isComplete)
        let wide = MetadataFixture.packet(
            "<dc:subject><rdf:Bag>" + String(repeating: "<rdf:li>a</rdf:li>", count: 60_000) + "</rdf:Bag></dc:subject>"
        )
        let packet = XMPPacket(wide)
        #expect(!packet.isComplete && packet.keywords == ["a"])
        let long = MetadataFixture.packet("<dc:title>" + String(repeating: "a", count: 9 << 20) + "</dc:title>")
        #expect(XMPPacket(long).title == nil)
        let attribute = "<a b='" + String(repeating: "x", count: 7 << 20)
        #expect(!XMPPacket(Array(attribute.utf8)).isComplete)
    }

    @Test("may be anything", arguments: ["", " ", "\0\0", "<", "<a", "plain", "<a:b/>", "<rdf:RDF/>", "\u{FEFF}<a/>x"])
    func anything(text: String) {
        let packet = XMPPacket(Array(text.utf8))
        #expect(packet.rating == nil && packet.keywords.isEmpty && packet.orientation == nil)
    }
}
