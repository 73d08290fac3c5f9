import Testing

@Suite("The headers keep the conventions of base.h") struct HeaderConventionTests {
    @Test("every struct but the frozen value types begins with its size", arguments: HeaderStruct.all)
    func structSize(of structure: HeaderStruct) {
        let begins = structure.members.first == "uint32_t struct_size"
        #expect(begins != HeaderStruct.frozen.contains(structure.name))
    }

    @Test("no struct has a field whose size a compiler may choose (R16)", arguments: HeaderStruct.all)
    func fixedWidths(of structure: HeaderStruct) {
        for member in structure.members {
            #expect(!member.contains(#/\b(enum|bool|_Bool|int|long|short|unsigned|signed|size_t|wchar_t|float)\b/#))
            #expect(!member.contains(":"), "a bitfield: \(member)")
        }
    }

    @Test("no header declares an enum, a union or a bool (R16)", arguments: HeaderSource.all)
    func plainTypes(in header: HeaderSource) {
        #expect(!header.code.contains(#/\b(enum|union|bool|_Bool)\b|long double|stdbool/#))
    }

    @Test("every function pointer has a comment")
    func comments() {
        let members: [String] = HeaderStruct.all.flatMap(\.members)
        let pointers = members.filter { $0.contains("(*") }
        #expect(HeaderFunction.all.count == pointers.count + 1, "all pointers and the entry point")
        #expect(pointers.count > 40)
    }

    @Test("every function says on which thread it runs (R11)", arguments: HeaderFunction.all)
    func threads(of function: HeaderFunction) {
        let tag = #/Thread: \[(any-thread|library-thread|worker-thread|call-thread)\]/#
        #expect(function.comment.contains(tag))
    }

    @Test("every function that returns a status says which", arguments: HeaderFunction.all)
    func returns(of function: HeaderFunction) {
        #expect(!function.returnsStatus || function.comment.contains("Returns: "))
    }

    @Test("every function of a backend says in which state it may be called", arguments: HeaderFunction.all)
    func states(of function: HeaderFunction) {
        // Functions that a sink or a source of bytes carries are the host's and live for one call.
        let isCallback = ["emit", "read"].contains(function.name) && !function.comment.contains("[worker-thread]")
        #expect(isCallback || function.name == "release" || function.comment.contains("State: "))
    }

    @Test("every function that hands out a record says whose it is", arguments: HeaderFunction.all)
    func ownership(of function: HeaderFunction) {
        let result = #/_sink \*|uint64_t \*count|picker_(library|fetch|backend) \*\w+,/#
        #expect(!function.declaration.contains(result) || function.comment.contains("Ownership: "))
    }
}
