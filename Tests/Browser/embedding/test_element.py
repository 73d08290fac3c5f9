"""The element of a program's page by itself, without a Picker: windows are said to be open, and sessions come when they are let."""

from page_modules import MODULES

ELEMENT = """async () => {
    const windows = [];
    window.open = () => {
        const made = { closed: false, went: [], focus() {}, close() { made.closed = true; }, location: { replace: (address) => made.went.push(address) } };
        windows.push(made);
        return made;
    };
    let look = () => {};
    window.setInterval = (work) => { look = work; return 1; };
    window.clearInterval = () => { look = () => {}; };
    const answers = [];
    window.fetch = () => new Promise((go) => answers.push((id) => go(new Response(JSON.stringify({ id, pickerUri: `https://picker.example/pick/${id}` })))));
    // What an answer says is read in a few steps.
    const settle = async () => { for (let step = 0; step < 10; step += 1) await new Promise((go) => setTimeout(go)); };
    const element = document.body.appendChild(document.createElement("photo-picker"));
    const button = element.shadowRoot.querySelector("button");
    const heard = [];
    for (const name of ["pick", "cancel", "error"]) element.addEventListener(name, ({ type, detail }) => heard.push([type, detail.sessionId, detail.reason]));
"""


def in_a_page(page, script: str):
    page.add_script_tag(path=MODULES.parent / "interface" / "picker.js", type="module")
    page.evaluate("customElements.whenDefined('photo-picker').then(() => null)")
    return page.evaluate(ELEMENT + script + "}")


def test_a_window_that_is_closed_while_its_session_is_made_gives_the_button_back(modules_page, module_server):
    page = modules_page.context.new_page()
    page.goto(module_server)
    assert in_a_page(page, """
        button.click();
        look();
        const isBusy = [button.disabled];
        windows[0].close();
        look();
        isBusy.push(button.disabled);
        // A press meanwhile begins once more, and nothing is heard of the first one.
        button.click();
        isBusy.push(button.disabled);
        answers[1]("s2");
        await settle();
        answers[0]("s1");
        await settle();
        const early = [...heard];
        windows[1].close();
        look();
        isBusy.push(button.disabled);
        // Without one, it is over when its session is known.
        button.click();
        windows[2].close();
        look();
        const waiting = heard.length;
        answers[2]("s3");
        await settle();
        return [isBusy, windows.map(({ went }) => went), early, waiting, heard];
    """) == [
        [True, False, True, False], [[], ["https://picker.example/pick/s2/autoclose"], []], [], 1,
        [["cancel", "s2", "closed"], ["cancel", "s3", "closed"]],
    ]
    page.close()
