"""A crawl with weirpy: what happens, then what came of it."""
import os

from weirpy import Weir, WeirError

with Weir(os.environ.get("WEIR_URL", "http://127.0.0.1:3000"), os.environ["WEIR_KEY"]) as weir:
    try:
        crawl = weir.crawl(os.environ.get("SITE_URL", "https://example.com"), maxPages=5)
    except WeirError as error:
        raise SystemExit(f"{error.code}: {error} ({error.field or 'no field'}; {error.remedy or 'no remedy'})")
    for event in weir.jobs.stream(crawl):
        print(event.event, event.data)
    for page in weir.results(crawl):
        print(page.url, page.status, len(page.markdown or page.content or ""))
