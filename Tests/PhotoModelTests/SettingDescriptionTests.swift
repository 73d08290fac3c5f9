import PhotoModel
import Testing

@Suite("What a backend wants to know")
struct SettingDescriptionTests {
    private static let kinds: [(kind: SettingDescription.Kind, wrong: String)] = [
        (.number, "s3cret"), (.flag, "s3cret"), (.choice, "s3cret"),
    ]

    @Test("A value of another form is refused, with the form that it should have", arguments: kinds)
    func refused(kind: SettingDescription.Kind, wrong: String) throws {
        let setting = SettingDescription(key: "pin", title: "Pin", kind: kind, choices: ["red", "green"])
        let objection = try #require(setting.objection(to: wrong))
        #expect(objection.hasPrefix("pin must be ") && objection.hasSuffix(", not \"s3cret\""))
        #expect(SettingDescription.objection(to: ["pin": wrong], by: [setting]) == objection)
    }

    @Test("A secret is not repeated, whatever its kind", arguments: kinds)
    func secret(kind: SettingDescription.Kind, wrong: String) throws {
        let setting = SettingDescription(
            key: "pin", title: "Pin", kind: kind, isSecret: true, choices: ["red", "green"])
        for objection in [
            setting.objection(to: wrong), SettingDescription.objection(to: ["pin": wrong], by: [setting]),
        ] {
            #expect(objection?.hasPrefix("pin must be ") == true && objection?.contains(wrong) == false)
        }
    }

    @Test("A text is one line; a secret one may have several, as keys in PEM do, and is never repeated")
    func texts() {
        let text = SettingDescription(key: "name", title: "Name")
        #expect(text.objection(to: "a\nb") == "name must be one line of text" && text.objection(to: "a b") == nil)
        let secret = SettingDescription(key: "key", title: "Key", isSecret: true)
        #expect(secret.objection(to: "-----BEGIN\nabc") == nil)
    }

    @Test("What is missing, and what no one asked for, is named")
    func names() {
        let settings = [
            SettingDescription(key: "a", title: "A", isRequired: true),
            SettingDescription(key: "b", title: "B", isRequired: true, defaultValue: "x"),
        ]
        #expect(SettingDescription.objection(to: [:], by: settings) == "a is missing")
        #expect(SettingDescription.objection(to: ["a": "1"], by: settings) == nil)
        #expect(
            SettingDescription.objection(to: ["a": "1", "z": "s3cret"], by: settings)
                == "z is not a setting of this backend")
    }

    @Test(
        "A value is taken as it is meant, or the objection says how",
        arguments: [
            (.number, "12", nil), (.number, "-5", nil), (.number, "1.5", "a whole number, not \"1.5\""),
            (.number, "", "a whole number, not \"\""), (.flag, "yes", nil), (.flag, "no", nil),
            (.flag, "Yes", "\"yes\" or \"no\", not \"Yes\""), (.choice, "red", nil), (.choice, "green", nil),
            (.choice, "blue", "one of red, green, not \"blue\""), (.text, "", nil), (.text, "a\tb", "one line of text"),
        ] as [(SettingDescription.Kind, String, String?)])
    func values(kind: SettingDescription.Kind, value: String, form: String?) {
        let setting = SettingDescription(key: "pin", title: "Pin", kind: kind, choices: ["red", "green"])
        #expect(setting.objection(to: value) == form.map { "pin must be \($0)" })
    }

    @Test("The first of several objections is that of the first setting, and of unknown settings the first by name")
    func order() {
        let settings = [
            SettingDescription(key: "b", title: "B", kind: .number),
            SettingDescription(key: "a", title: "A", kind: .flag),
        ]
        #expect(
            SettingDescription.objection(to: ["a": "x", "b": "x", "z": ""], by: settings)
                == "b must be a whole number, not \"x\"")
        #expect(
            SettingDescription.objection(to: ["b": "1", "z": "", "y": ""], by: settings)
                == "y is not a setting of this backend")
        #expect(SettingDescription.objection(to: ["a": "no"], by: settings) == nil)
    }
}
