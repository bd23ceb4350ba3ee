"""Reads paths of pages from standard input, one per line, and writes what extruct finds on each as a line of JSON."""
import json
import sys

import extruct

for line in sys.stdin:
    path, url = line.rstrip("\n").split("\t")
    with open(path, encoding="utf-8", errors="replace") as page:
        html = page.read()
    try:
        found = extruct.extract(
            html, base_url=url, syntaxes=["json-ld", "microdata", "rdfa", "opengraph"], uniform=True, errors="ignore"
        )
        items = [item for syntax in ("json-ld", "microdata", "rdfa", "opengraph") for item in found.get(syntax, [])]
    except Exception:  # What extruct cannot read counts as nothing found.
        items = []
    print(json.dumps(items), flush=True)
