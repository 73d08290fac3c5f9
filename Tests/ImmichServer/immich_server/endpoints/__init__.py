"""The endpoints, by subject; importing this registers all."""

from immich_server.endpoints import (  # noqa: F401
    albums,
    assets,
    authentication,
    media,
    people,
    search,
    server_info,
    sync,
    timeline,
    uploads,
)
