"""Names of people and their photos, as they wrote them."""

from page_modules import run


def test_names_in_hebrew_are_read_from_their_own_side_in_a_page_in_english(modules_page):
    assert run(modules_page, """
        const { AlbumsView } = await import("/albums-view.js");
        const { GridCell } = await import("/grid/grid-cell.js");
        const { PageHeader } = await import("/header.js");
        const { DetailsPanel } = await import("/viewer/viewer-details.js");
        const { PhotoViewer } = await import("/viewer/viewer.js");
        const { Picking } = await import("/picking/picking.js");
        const { fetch } = window;
        window.fetch = async () => new Response("{}", { status: 500 });
        // A mark at the end alone is on the side that the direction says.
        const name = "טיול!";
        const photo = { ...asset("a"), filename: name, relativePath: `${name}/${name}`, mediaType: "image", mediaSubtypes: [], pixelWidth: 8, pixelHeight: 6,
            creationDate: null, duration: null, placeholder: null, uniformTypeIdentifier: "public.jpeg" };
        const place = document.createElement("div");
        document.body.prepend(place);
        // What ends a name is to the left of what begins it.
        const isRead = (node) => {
            const text = node.firstChild;
            const left = (index) => {
                const range = document.createRange();
                range.setStart(text, index);
                range.setEnd(text, index + 1);
                return range.getBoundingClientRect().left;
            };
            return text.data.startsWith(name) && left(name.length - 1) < left(0);
        };
        const album = { localIdentifier: "c", title: name, type: "album", estimatedAssetCount: 3, parent: null, posterUrl: null };
        const albums = new AlbumsView({ collections: [album], cameraRoll: "all", ownAlbum: null }, null, { state: "ready", done: null, total: null, message: null }, "any", true);
        const header = new PageHeader(null);
        header.show({ title: name, note: "", tab: null });
        const cell = new GridCell();
        cell.use(0);
        cell.show(photo, 128, 1);
        const selection = new Selection(config());
        const viewer = new PhotoViewer(selection, new Picking(selection, () => {}));
        const details = new DetailsPanel();
        details.root.hidden = false;
        place.append(albums, header.root, cell.root, viewer, details.root);
        const source = new AssetSource(async () => ({ total: 1, offset: 0, assets: [photo], next: null }));
        await source.ensure(0, 0);
        await viewer.open(source, 0);
        await details.show(photo);
        while (!cell.root.querySelector(".cell-name") || !viewer.querySelector(".stage-reason")) await new Promise((go) => setTimeout(go, 10));
        const found = [".card-title", "h1", ".cell-name", ".viewer-title", ".stage-reason strong", "bdi"].map((part) => [...place.querySelectorAll(part)].map(isRead));
        cell.dispose();
        viewer.close();
        place.remove();
        window.fetch = fetch;
        return found;
    """) == [[True]] * 5 + [[True] * 2]
