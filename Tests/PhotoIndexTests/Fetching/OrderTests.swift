import Foundation
import PhotoModel
import Testing

@testable import PhotoIndex

@Suite("The order in which an index lists assets")
struct OrderTests {
    private typealias Keys = [(property: SortKey.Property, isDescending: Bool)]

    private func order(_ keys: Keys) -> PhotoIndex.SortOrder {
        PhotoIndex.SortOrder(keys.map { SortKey($0.property, isDescending: $0.isDescending) })
    }

    @Test("The order in which an index lists assets ends with time, name and number, the same way as the last key")
    func columns() {
        for (keys, columns) in [
            ([], "created, sort_name, id"), ([(.creationTime, true)], "created DESC, sort_name DESC, id DESC"),
            ([(.creationTime, false), (.filename, true)], "created, sort_name DESC, id DESC"),
            ([(.filename, true), (.creationTime, false)], "sort_name DESC, created, id"),
            ([(.modificationTime, false)], "modified, created, sort_name, id"),
            ([(.byteSize, true), (.byteSize, false)], "byte_size DESC, created DESC, sort_name DESC, id DESC"),
        ] as [(Keys, String)] {
            #expect(order(keys).columns == columns)
        }
    }

    @Test("The order in which an index lists assets is that of its days only if all of it goes one way")
    func defaults() {
        for (keys, isDefault) in [
            ([], true), ([(.creationTime, true)], true), ([(.creationTime, false)], true),
            ([(.creationTime, true), (.filename, true)], true), ([(.creationTime, true), (.filename, false)], false),
            ([(.filename, false)], false), ([(.filename, false), (.creationTime, false)], false),
            ([(.creationTime, false), (.creationTime, true)], true), ([(.modificationTime, false)], false),
            ([(.creationTime, false), (.byteSize, false)], false),
        ] as [(Keys, Bool)] {
            #expect(order(keys).isDefault == isDefault)
        }
    }

    @Test("The order in which an index lists assets is by moment, then by name, then by number")
    func seekKeys() {
        func key(_ moment: Int64, _ name: String, _ id: Int64) -> SeekKey {
            SeekKey(moment: moment, sortName: Data(name.utf8), id: id)
        }
        let keys = [key(-5, "z", 9), key(1, "a", 9), key(1, "b", 3), key(1, "b", 4), key(2, "a", 1)]
        for one in keys.indices {
            for other in keys.indices { #expect(keys[one].isBefore(keys[other]) == (one < other)) }
        }
    }

    @Test("What is typed is searched for as words that begin so, all of them, and never as an expression")
    func expressions() {
        for (typed, expression) in [
            ("Beach", "\"Beach\" *"), (" sea \t side ", "\"sea\" * AND \"side\" *"), ("IMG_1.jpg", "\"IMG 1 jpg\" *"),
            ("a\"b*", "\"a b\" *"), ("NOT", "\"NOT\" *"), ("Ü", "\"ü\" *"), ("", nil), (" \n", nil), ("-*\"", nil),
        ] as [(String, String?)] {
            #expect(SearchExpression(typed).text == expression)
        }
        let many = SearchExpression((1...40).map { "w\($0)" }.joined(separator: " ")).text
        #expect(many == (1...16).map { "\"w\($0)\" *" }.joined(separator: " AND "))
    }
}
