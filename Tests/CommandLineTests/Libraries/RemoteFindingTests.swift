import PhotoModel
import Testing

@testable import PickerCommands

@Suite("What picker doctor says of a library that does not open")
struct RemoteFindingTests {
    private static let notAsked = "not known; it was not asked for"
    private static let reached = "reachable: yes; photos.example answers"

    private static let cases: [(statuses: [PhotoStatus], lines: [String])] = [
        (
            [.offline, .busy, .rateLimited, .stopped, .deadline, .networkNotAllowed, .io],
            ["reachable: no; words", "version: \(notAsked)", "signed in: \(notAsked)", "permissions: \(notAsked)"]
        ),
        ([.unsupported], [reached, "version: no; words", "signed in: \(notAsked)", "permissions: \(notAsked)"]),
        ([.signInRequired], [reached, "version: \(notAsked)", "signed in: no; words", "permissions: \(notAsked)"]),
        ([.consentRequired], [reached, "version: \(notAsked)", "signed in: \(notAsked)", "permissions: no; words"]),
        (
            [.accessDenied, .invalidArgument, .internal],
            [
                "reachable: not known; words", "version: \(notAsked)", "signed in: \(notAsked)",
                "permissions: \(notAsked)",
            ]
        ),
    ]

    @Test("The step that failed is named, those before it that are known to work, and that others were not tried")
    func steps() {
        for (statuses, lines) in Self.cases {
            for status in statuses {
                let findings = RemoteFindings("photos.example", PhotoError(status, "words"))
                #expect(findings.lines == lines, "\(status)")
            }
        }
    }

    @Test("The folder for pictures is the one that the user's folders name, unless that is the home folder")
    func picturesFolder() {
        let named: [(line: String, folder: String?)] = [
            (#"XDG_PICTURES_DIR="$HOME/Bilder""#, "/home/me/Bilder"),
            (#"XDG_PICTURES_DIR="/srv/photos""#, "/srv/photos"),
            (#"  XDG_PICTURES_DIR=/srv/photos # all"#, "/srv/photos"), (#"XDG_PICTURES_DIR="/a b\"c\\""#, #"/a b"c\"#),
            (#"XDG_PICTURES_DIR="$HOME/""#, nil), (#"XDG_PICTURES_DIR="$HOME""#, nil),
            (#"XDG_PICTURES_DIR="/home/me""#, nil), (#"XDG_PICTURES_DIR="Bilder""#, nil),
            (#"# XDG_PICTURES_DIR="/srv/photos""#, nil), (#"XDG_MUSIC_DIR="/srv/music""#, nil), ("", nil),
        ]
        for (line, folder) in named {
            #expect(PicturesFolder.folder(in: "# first\n\(line)\n", home: "/home/me") == folder, "\(line)")
        }
        let two = "XDG_PICTURES_DIR=\"$HOME\"\nXDG_PICTURES_DIR=\"/srv/photos\"\n"
        #expect(PicturesFolder.folder(in: two, home: "/home/me/") == "/srv/photos")
    }
}
