"""LangChain's FireCrawlLoader on a Weir: pip install langchain-community firecrawl-py

The address of the service ends in `/firecrawl`, as the loader adds the `/v1` or `/v2` of the Firecrawl SDK that it
finds; without that prefix its `/v1` would be Weir's own API.
"""
import os

from langchain_community.document_loaders import FireCrawlLoader

loader = FireCrawlLoader(
    url="https://example.com",
    mode="scrape",
    api_key=os.environ["WEIR_KEY"],
    api_url=os.environ.get("WEIR_URL", "http://127.0.0.1:3000") + "/firecrawl",
)
for document in loader.lazy_load():
    print(document.metadata)
    print(document.page_content)
