"""Which extensions of a plugin cross, on both sides of the wire."""

from abi_tools.calls import tables
from abi_tools.coders import HEAD


def extensions(crossing):
    """Sources/BackendWorker/Generated/Extensions.swift"""
    parts = [HEAD + "internal import BackendAPI\n"]
    for owner_ in ("backend", "library"):
        of_owner = [each for each in tables(crossing) if each.is_extension and (each.owner == owner_ or (owner_, each.owner) == ("library", "fetch"))]
        parts += [served_extensions(owner_, of_owner), proxy_extensions(owner_, of_owner)]
    return "\n".join(parts)


def served_extensions(owner_, found):
    fields = "".join(f"    var {each.prefix}: {each.name}?\n" for each in found)
    asked = "".join(f"        {each.prefix} = table({each.id}, {each.name}())\n" for each in found)
    written = "".join(f"        writer.shape(of: {each.prefix})\n" for each in found)
    name = owner_.capitalize()
    return (f"/// The extensions of a {owner_} that cross to the host. Others are not there: how to pass on their calls is not known.\n"
            f"struct Served{name}Extensions {{\n{fields}\n    init() {{}}\n\n"
            f"    init(_ {owner_}: picker_{owner_}) {{\n"
            f"        let table = ExtensionFinder({owner_}.get_extension, {owner_}.context)\n{asked}    }}\n\n"
            f"    /// In the order in which `ProxyExtensions` reads them.\n    func write(to writer: inout WireWriter) {{\n{written}    }}\n}}\n")


def proxy_extensions(owner_, found):
    read_ = "".join(f"        try add({each.id}, {each.name}.ofProxy, &reader)\n" for each in found)
    ids = ", ".join(each.id for each in found)
    name = owner_.capitalize()
    return (f"extension ProxyExtensions {{\n    /// Those of a {owner_} that can be passed on.\n    static let idsOf{name} = [{ids}]\n\n"
            f"    func read{name}(_ reader: inout WireReader) throws(WireError) {{\n{read_}    }}\n}}\n")
