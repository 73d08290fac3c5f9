"""How numbers, dates and refusals are written, in English."""

import json

import pytest

from page_modules import run


def written(page, call: str, values: list) -> list[str]:
    """What a function of the module says of each value; its name, or an expression with `value` in it."""
    body = call if "value" in call else f"{call}(value)"
    return run(page, f"""
        const {{ formatBytes, formatPercent, formatDuration, formatExposureTime, formatType, formatMonths, formatDate, sectionForms }} = await import("/format.js");
        // Browsers differ in which of the spaces they write.
        const plain = (text) => text.replace(/\\s/gu, " ");
        return {json.dumps(values)}.map((value) => [{body}].flat().map(plain)).map((all) => (all.length === 1 ? all[0] : all));
    """)


@pytest.mark.parametrize(("call", "texts"), [
    ("formatBytes", {
        0: "0 bytes", 1: "1 byte", 999: "999 bytes", 1000: "1 kB", 1260: "1.3 kB", 99_940: "99.9 kB", 99_960: "100 kB", 999_499: "999 kB",
        999_500: "1 MB", 1_500_000_000: "1.5 GB", 5 * 10**15: "5,000 TB",
    }),
    ("formatPercent", {0.005: "0.5%", 0.014: "1%", 0.996: "100%", 2: "200%"}),
    ("formatDuration", {-3: "0:00", 0: "0:00", 59.4: "0:59", 59.5: "1:00", 65: "1:05", 3599.4: "59:59", 3599.5: "1:00:00", 36_061: "10:01:01"}),
    ("formatExposureTime", {-1: "", 0: "", 0.004: "1/250 s", 0.3: "1/3 s", 0.4: "0.4 s", 2: "2 s", 2.54: "2.5 s"}),
    ("formatType", {
        "public.heic": "HEIC", "public.mpeg-4": "MPEG 4", "public.mpeg-2-video": "MPEG 2", "com.adobe.raw-image": "RAW", "org.webmproject.webm": "WEBM",
        "com.apple.quicktime-movie": "QUICKTIME", "one-two-three": "ONE-TWO THREE", "plain": "PLAIN",
    }),
    # The clock on the wall: the offset moves no photo to another day.
    ('formatDate(value, { dateStyle: "long" })', {"2024-05-01T23:30:00-08:00": "May 1, 2024", "2024-05-01T00:10:00+09:00": "May 1, 2024", "nonsense": "", "": ""}),
    ('formatDate(value, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" })', {"2024-05-01T23:30:15.5-08:00": "23:30"}),
    ("sectionForms", {
        "2024-05-01": ["Wednesday, May 1, 2024", "Wed, May 1, 2024", "May 1, 2024", "May 1", "5/1"], "2024-05": ["May 2024", "May 2024", "5/2024"],
    }),
])
def test_what_is_counted_and_measured_is_written_as_people_do(modules_page, call, texts):
    assert written(modules_page, call, list(texts)) == list(texts.values())


def test_the_months_on_the_screen_are_written_as_one_range_from_either_end(modules_page):
    july, june, december = "2024-07-02T12:00:00Z", "2024-06-30T23:59:00-10:00", "2023-12-31T23:00:00Z"
    ranges = [[july, june], [june, july], [july, july], [june, december], [None, june], [None, None], ["nonsense", None], [july, june]]
    assert written(modules_page, "formatMonths(...value)", ranges) == [
        "June – July 2024", "June – July 2024", "July 2024", "December 2023 – June 2024", "June 2024", "", "", "June – July 2024",
    ]


def test_a_sentence_is_chosen_by_the_plural_and_by_the_usual_one_where_there_is_none(modules_page):
    assert run(modules_page, """
        const { plurals } = await import("/format.js");
        const forms = { one: "# file", other: "# files of #" };
        return [plurals("en")(1, forms), plurals("en")(0, forms), plurals("en")(1200, forms), plurals("pl")(3, forms), plurals("fr")(0, forms)];
    """) == ["1 file", "0 files of 0", "1,200 files of 1,200", "3 files of 3", "0 file"]


def test_a_message_panel_says_what_was_refused_and_when_to_try_again(modules_page):
    assert run(modules_page, """
        const { ApiError } = await import("/api.js");
        const { failureOf } = await import("/failure.js");
        const said = (...error) => { const { icon, title, text } = failureOf(new ApiError(...error)); return [icon, title, text]; };
        return [
            said(0, "OFFLINE", "no answer"), said(503, "OFFLINE", "photos.example cannot be reached"), said(507, "NO_SPACE", "the disk is full"),
            said(503, "BUSY", "too many at once", 7), said(500, "INTERNAL", "it broke"), Object.values(failureOf(new Error("odd"))), Object.values(failureOf("text")),
        ];
    """) == [
        ["offline", "Picker is not answering", "It may have been closed, or is just being started again."],
        ["offline", "The photos cannot be reached", "photos.example cannot be reached"],
        ["broken", "The storage is full", "The disk is full"],
        ["broken", "The photos are busy right now", "Too many at once. Try again in 7 seconds."],
        ["broken", "This could not be loaded", "It broke"],
        ["broken", "This could not be loaded", "odd"], ["broken", "This could not be loaded", "text"],
    ]


def test_a_small_place_says_the_reason_in_one_line(modules_page):
    assert run(modules_page, """
        const { ApiError } = await import("/api.js");
        const { reasonOf } = await import("/failure.js");
        const refused = (...error) => reasonOf(new ApiError(...error), "a.jpg");
        return [
            refused(0, "OFFLINE", "no answer"), refused(503, "BUSY", "many", 1), refused(429, "RATE_LIMITED", "many", 119), refused(429, "RATE_LIMITED", "many", 121),
            refused(415, "CORRUPT_MEDIA", "a.jpg: the data ends too early"), refused(500, "INTERNAL", ""), refused(500, "INTERNAL", "b.jpg is gone"),
            refused(507, "NO_SPACE", "/full/a.jpg cannot be written", null, "NOT_HANDED_OVER"), reasonOf(new Error("it broke")),
        ];
    """) == [
        "Picker is not answering", "The photos are busy right now. Try again in 1 second.", "Too much was asked at once. Try again in 119 seconds.",
        "Too much was asked at once. Try again in 3 minutes.", "The data ends too early", "The server gave no reason.", "b.jpg is gone",
        "The storage is full. /full/a.jpg cannot be written", "It broke",
    ]


def test_which_refusals_end_a_sign_in_or_may_be_about_the_session(modules_page):
    assert run(modules_page, """
        const { ApiError, isOffline } = await import("/api.js");
        const { isRefusal, isSignedOut } = await import("/failure.js");
        const codes = [0, 400, 401, 403, 404, 410, 500, 503].map((code) => new ApiError(code, "OFFLINE", ""));
        const found = (is) => codes.filter(is).map(({ code }) => code);
        return [found(isSignedOut), found(isRefusal), found(isOffline), isRefusal(new Error("404")), isOffline(new ApiError(0, "UNKNOWN", ""))];
    """) == [[401], [400, 404], [0], False, False]


def test_what_is_gone_is_named_and_more_than_three_are_counted(modules_page):
    assert run(modules_page, """
        const { ApiError } = await import("/api.js");
        const { goneText, reportGone } = await import("/picking/gone.js");
        const named = (from, to) => assets(from, to).map((each) => ({ ...each, filename: `${each.localIdentifier}.jpg` }));
        const texts = [1, 2, 3, 5].map((count) => goneText({ gone: named(0, count) }));
        const selection = new Selection(config());
        selection.add(named(0, 3));
        const refusal = (reason, about) => reportGone(new ApiError(400, "FAILED_PRECONDITION", "", null, reason, about), selection);
        const reported = [refusal("SELECTION_CHANGED", { assets: "1" }), refusal("ASSET_GONE", { assets: "7,8" }), refusal("ASSET_GONE", {}), reportGone(new Error("ASSET_GONE"), selection)];
        const before = selection.gone.length;
        return [texts, reported, before, refusal("ASSET_GONE", { assets: "2,0,9" }), selection.gone.map(({ filename }) => filename)];
    """) == [
        [
            "“0.jpg” is no longer in the library.", "“0.jpg”, “1.jpg” are no longer in the library.", "“0.jpg”, “1.jpg”, “2.jpg” are no longer in the library.",
            "“0.jpg”, “1.jpg”, “2.jpg” and 2 more are no longer in the library.",
        ],
        [False, False, False, False], 0, True, ["0.jpg", "2.jpg"],
    ]
