import Testing

@testable import Platform

@Suite("What a control group grants") struct ControlGroupTests {
    @Test(
        "A quota of processor time is read as processors, and \"max\" or rubbish as no limit",
        arguments: [
            ("200000 100000\n", 2.0), ("50000 100000\n", 0.5), ("150000 100000", 1.5), ("max 100000\n", nil),
            ("0 100000\n", nil), ("100000 0\n", nil), ("100000\n", nil), ("", nil), ("-1 100000\n", nil),
        ] as [(String, Double?)])
    func processors(text: String, expected: Double?) {
        #expect(ControlGroup.processors(in: text) == expected)
    }

    @Test(
        "A limit of memory is read in bytes, and \"max\" or rubbish as no limit",
        arguments: [("536870912\n", 536_870_912), ("max\n", nil), ("0\n", nil), ("-5\n", nil), ("", nil)]
            as [(String, Int64?)])
    func memory(text: String, expected: Int64?) {
        #expect(ControlGroup.memoryBytes(in: text) == expected)
    }

    @Test(
        "Processes that were ended for want of memory are counted where the kernel says how many",
        arguments: [
            ("low 0\nhigh 0\nmax 3\noom 2\noom_kill 1\noom_group_kill 0\n", 1),
            ("nr_free_pages 5\noom_kill 12\nnuma_hit 4\n", 12), ("oom 3\n", nil), ("oom_kill x\n", nil), ("", nil),
        ] as [(String, Int?)])
    func memoryKills(text: String, expected: Int?) {
        #expect(ControlGroup.memoryKills(in: text) == expected)
    }

    @Test(
        "Limits are looked for in the group of the process and in all above it",
        arguments: [
            ("0::/\n", [""]), ("0::/user.slice/a.scope\n", ["/user.slice/a.scope", "/user.slice", ""]),
            ("4:memory:/docker/x\n0::/docker/y\n", ["/docker/y", "/docker", ""]), ("0::/../other\n", []),
            ("4:memory:/docker/x\n", []), ("", []),
        ])
    func folders(text: String, expected: [String]) {
        #expect(ControlGroup.folders(ofProcess: text) == expected)
    }

    @Test(
        "In version 1 the group of a controller counts, and all above it",
        arguments: [
            ("4:memory:/docker/x\n3:cpu,cpuacct:/a\n", "memory", ["/docker/x", "/docker", ""]),
            ("4:memory:/docker/x\n3:cpu,cpuacct:/a\n", "cpu", ["/a", ""]), ("5:cpuset:/a\n", "cpu", []),
            ("1:name=systemd:/a:b\n2:cpu:/\n", "cpu", [""]), ("0::/docker/y\n", "memory", []),
            ("4:memory:/../x\n", "memory", []), ("", "cpu", []),
        ])
    func firstVersion(text: String, controller: String, expected: [String]) {
        #expect(ControlGroup.folders(ofProcess: text, controller: controller) == expected)
    }

    @Test(
        "The quota and the period of version 1 are files of their own",
        arguments: [("150000\n 100000\n", 1.5), ("-1\n 100000\n", nil), (" ", nil)] as [(String, Double?)])
    func quotaOfFirstVersion(text: String, expected: Double?) {
        #expect(ControlGroup.processors(in: text) == expected)
    }

    @Test("This process is granted some memory, and no negative number of processors")
    func current() {
        #expect((ProcessMemory.availableBytes ?? 0) > 1 << 20)
        #expect(ControlGroup.current.processors.map { $0 > 0 } ?? true)
    }
}
