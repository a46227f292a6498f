"""HTML to lines: what the reader of the page sees, quotes marked."""

import pytest

from pigpost.intake.html_text import MAX_HTML, html_text


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("THROWS 4", "THROWS 4"),
        ("<div>THROWS <b>4</b></div><div>Karen</div>", "THROWS 4\nKaren"),
        ("THROWS<br>4<br/><br>x", "THROWS\n4\n\nx"),
        ("<table><tr><td>THROWS</td><td>4</td></tr><tr><td>x</td></tr></table>", "THROWS 4\nx"),
        ("<pre>THROWS 4\n\n  Karen</pre>", "THROWS 4\n\n  Karen"),
        ("<p>4 &lt; 5 &amp; &#51; &#x34;&nbsp;</p>", "4 < 5 & 3 4"),
        ("<a title='x > y' href=\"<p>\">THROWS 4</a>", "THROWS 4"),
        ("<!-- THROWS 9 -->THROWS 4<![if !mso]>!<?xml THROWS 8?>", "THROWS 4!"),
        ("<head><title>THROWS 9<body>THROWS 4", "THROWS 4"),
        ("1 < 2 <3 THROWS 4", "1 < 2 <3 THROWS 4"),
        ("<div style='display: none'>THROWS 9<div>x</div>y</div>THROWS 4", "THROWS 4"),
        ("<p hidden>THROWS 9</p><br hidden>THROWS 4", "\nTHROWS 4"),
        ("<div style=display:none>THROWS 9<body>THROWS 8", ""),
        ("THROWS 4<hr>THROWS 9", "THROWS 4\n________\nTHROWS 9"),
        ("THROWS 4<div THROWS 9", "THROWS 4"),
        ("THROWS 4<!-- THROWS 9", "THROWS 4"),
        ("&#99999999999;", "\ufffd"),
    ],
)
def test_the_text_is_what_a_reader_sees(html: str, text: str) -> None:
    assert html_text(html) == text


@pytest.mark.parametrize(
    "tag",
    [
        "<blockquote>",
        "<BLOCKQUOTE TYPE=CITE>",
        '<div class="gmail_quote">',
        '<div class="x_gmail_quote gmail_quote_container">',
        '<div class="moz-cite-prefix">',
        "<div id=3D_x class='yahoo_quoted'>",
        '<div id="divRplyFwdMsg">',
        '<table id="OutlookMessageHeader">',
        '<div class="AppleMailSignature">',
        '<div class="protonmail_quote">',
        '<section type="cite">',
        '<div id="mail-editor-reference-message-container">',
        '<br class="gmail_quote">',
        '<div name="quote" style="margin:10px">',
        '<div style="border-left: 2px solid #C3D9E5">',
        '<div name="messageReplySection">',
        '<div data-marker="__QUOTED_TEXT__">',
        '<div id="composer_signature">',
        '<div class="gmail_quote" style="display:none">',
    ],
)
def test_what_a_program_set_apart_is_marked_as_quoted(tag: str) -> None:
    lines = html_text(f"<p>THROWS 4</p>{tag}<div>one</div><p>THROWS 9").split("\n")
    assert lines[0] == "THROWS 4"
    assert all(line.startswith(">") for line in lines[1:] if line)
    assert "> THROWS 9" in lines


def test_text_after_a_quote_is_not_marked_itself() -> None:
    html = "a<blockquote>b<blockquote>c</blockquote>d</blockquote>e"
    assert html_text(html) == "a\n> \n> b\n> c\n> d\ne"


def test_a_page_that_is_longer_than_we_read_ends_before_a_line_that_may_be_half() -> None:
    html = f"<p>THROWS 4</p><!--{'x' * (MAX_HTML - 40)}--><p>THROWS 44"
    assert html_text(html[: MAX_HTML - 1] + "4" * 100) == "THROWS 4"
