"""LlamaIndex's FireCrawlWebReader on a Weir: pip install llama-index-readers-web firecrawl-py

The address of the service ends in `/firecrawl`, as the reader adds the `/v1` or `/v2` of the Firecrawl SDK that it
finds; without that prefix its `/v1` would be Weir's own API.
"""
import os

from llama_index.readers.web import FireCrawlWebReader

reader = FireCrawlWebReader(
    api_key=os.environ["WEIR_KEY"],
    api_url=os.environ.get("WEIR_URL", "http://127.0.0.1:3000") + "/firecrawl",
    mode="crawl",
    params={"limit": 5},
)
for document in reader.load_data(url="https://example.com"):
    print(document.metadata)
    print(document.text)
