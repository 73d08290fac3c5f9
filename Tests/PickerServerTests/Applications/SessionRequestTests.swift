import Foundation
import HTTPTypes
import PhotoModel
import PickingSessions
import Testing

@testable import PickerServer

@Suite("What a client asks for when it makes a session")
struct SessionRequestTests {
    private func configuration(_ json: String) throws -> PickingConfiguration {
        try SessionRequest(Data(json.utf8)).configuration()
    }

    @Test(
        "is two thousand items of any kind, as they are, unless it says something else",
        arguments: [
            "", "{}", #"{"pickingConfig":{},"picker":{}}"#, #"{"pickingConfig":{"maxItemCount":"0"}}"#,
            #"{"pickingConfig":{"maxItemCount":0},"of a newer version":[1]}"#, #"{"picker":null}"#,
        ])
    func usual(json: String) throws {
        let configuration = try configuration(json)
        #expect(configuration == PickingConfiguration(selectionLimit: 2000))
        #expect(!configuration.allowsWholeAlbums && configuration.representationMode == .current)
    }

    @Test("is what each of its fields says, without identifiers that no library has")
    func everything() throws {
        let longest = String(repeating: "x", count: 64)
        let json = """
            {"pickingConfig": {"maxItemCount": "5"},
             "picker": {"minItemCount": 2, "mediaFilter": "video", "ordered": true, "representationMode": "compatible",
                        "wholeAlbums": true, "preselectedItemIds": ["b", "", "\(longest)", "\(longest)x", "a"]}}
            """
        let expected = PickingConfiguration(
            selectionLimit: 5, minimum: 2, mediaFilter: .video, isOrdered: true, preselected: ["b", longest, "a"],
            representationMode: .compatible, allowsWholeAlbums: true)
        #expect(try configuration(json) == expected)
    }

    @Test("has a limit from one to a hundred thousand", arguments: [1, 100_000])
    func limits(limit: Int) throws {
        #expect(try configuration("{\"pickingConfig\":{\"maxItemCount\":\(limit)}}").selectionLimit == limit)
        #expect(try configuration("{\"pickingConfig\":{\"maxItemCount\":\"\(limit)\"}}").selectionLimit == limit)
    }

    @Test(
        "is refused by the name of the field that is wrong",
        arguments: [
            ("[]", "the body is no session: it must be a JSON object"),
            ("{", "the body is no session: it must be a JSON object"),
            (#"{"picker":{"ordered":"yes"}}"#, "the body is no session: picker.ordered has another type"),
            (
                #"{"picker":{"preselectedItemIds":"a"}}"#,
                "the body is no session: picker.preselectedItemIds has another type"
            ),
            (
                #"{"pickingConfig":{"maxItemCount":"x"}}"#,
                "the body is no session: pickingConfig.maxItemCount has another type"
            ),
            (
                #"{"pickingConfig":{"maxItemCount":1.5}}"#,
                "the body is no session: pickingConfig.maxItemCount has another type"
            ),
            (#"{"pickingConfig":{"maxItemCount":100001}}"#, "pickingConfig.maxItemCount must be from 0 to 100000"),
            (#"{"pickingConfig":{"maxItemCount":-1}}"#, "pickingConfig.maxItemCount must be from 0 to 100000"),
            (
                #"{"pickingConfig":{"maxItemCount":2},"picker":{"minItemCount":3}}"#,
                "picker.minItemCount must be from 0 to maxItemCount, and no more preselected than maxItemCount"
            ),
            (
                #"{"pickingConfig":{"maxItemCount":1},"picker":{"preselectedItemIds":["a","b"]}}"#,
                "picker.minItemCount must be from 0 to maxItemCount, and no more preselected than maxItemCount"
            ),
            (#"{"picker":{"mediaFilter":"photos"}}"#, "picker.mediaFilter must be one of: image, video, any"),
            (
                #"{"picker":{"representationMode":""}}"#,
                "picker.representationMode must be one of: current, compatible"
            ),
        ])
    func refused(json: String, message: String) {
        let error = #expect(throws: ServerError.self) { try configuration(json) }
        #expect(error?.status == .badRequest && error?.name == "INVALID_ARGUMENT")
        #expect(error?.message == message)
    }
}
