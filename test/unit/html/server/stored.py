"""
Computes what Plane's server stores for a description, with the steps of `IssueSerializer.validate`
(apps/api/plane/api/serializers/issue.py) and `validate_html_content`
(apps/api/plane/utils/content_validator.py) of makeplane/plane, with their libraries.

    python3 -m venv server && server/bin/pip install lxml==6.0.0 nh3==0.2.21
    server/bin/python stored.py < inputs.json > stored.json

Reads a JSON list of texts. Writes for each text the form that the server stores (`stored`), and the
form after storing the result again until it no longer changes (`settled`). The form is empty if the
server refuses the text.
"""

import json
import sys

import nh3
from lxml import etree, html

TAGS = nh3.ALLOWED_TAGS | {"mention-component", "label", "input", "image-component"}

ATTRIBUTES = {
    "*": set(
        "aria-hidden aria-label class data-background data-background-color data-block-type "
        "data-checked data-emoji-unicode data-emoji-url data-icon-color data-icon-name data-id "
        "data-logo-in-use data-name data-node-type data-text-color data-tight data-type id role "
        "start style title type xmlns".split()
    ),
    "a": {"href", "target"},
    "code": {"language", "spellcheck"},
    "image-component": {"alignment", "aspectratio", "height", "src", "status", "width"},
    "img": {"alignment", "alt", "aspectratio", "height", "src", "width"},
    "input": {"checked"},
    "mention-component": {"entity_identifier", "entity_name"},
    "pre": {"language"},
    "td": {"background", "colspan", "colwidth", "rowspan", "textcolor"},
    "th": {"background", "colspan", "colwidth", "rowspan"},
    "tr": {"background", "textcolor"},
}

SCHEMES = {"http", "https", "mailto", "tel"}


def store(text):
    """Stores a text once. Django REST framework removes the blanks at both ends first."""
    try:
        parsed = html.tostring(html.fromstring(text.strip()), encoding="unicode")
    except (ValueError, etree.ParserError):
        return ""
    return nh3.clean(parsed, tags=TAGS, attributes=ATTRIBUTES, url_schemes=SCHEMES)


def settle(text):
    while (stored := store(text)) != text:
        text = stored
    return text


json.dump(
    {
        "libraries": {
            "lxml": etree.__version__,
            "libxml2": ".".join(map(str, etree.LIBXML_VERSION)),
            "nh3": nh3.__version__,
        },
        "pairs": [
            {"html": text, "stored": store(text), "settled": settle(text)}
            for text in json.load(sys.stdin)
        ],
    },
    sys.stdout,
    ensure_ascii=False,
    indent="\t",
)
