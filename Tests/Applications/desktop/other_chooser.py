"""Stands in for the file chooser of a desktop: answers each request with its own name and what was asked."""

import sys
from pathlib import Path

from jeepney import HeaderFields, MessageType, new_error, new_method_return
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import open_dbus_connection

connection = open_dbus_connection("SESSION")
# The call that this was started for comes before the answer, so that is not waited for.
connection.send(message_bus.RequestName("org.freedesktop.impl.portal.desktop.other"))
folder = Path(sys.argv[1])
waiting = {}
while True:
    message = connection.receive()
    if message.header.message_type != MessageType.method_call:
        continue
    member = message.header.fields[HeaderFields.member]
    if member == "GetAll":
        connection.send(new_method_return(message, "a{sv}", ({},)))
    elif member == "Close":
        handle = message.header.fields[HeaderFields.path]
        (folder / "closed").write_text(handle)
        connection.send(new_method_return(message))
        connection.send(new_method_return(waiting.pop(handle), "ua{sv}", (2, {})))
    elif member in ("OpenFile", "SaveFile", "SaveFiles"):
        handle, title = message.body[0], message.body[3]
        if title == "wait":
            waiting[handle] = message
            (folder / "waits").touch()
        else:
            connection.send(new_method_return(message, "ua{sv}", (0, {"uris": ("as", [f"file:///{member}/{title}"])})))
    else:
        connection.send(new_error(message, "org.freedesktop.DBus.Error.UnknownMethod"))
