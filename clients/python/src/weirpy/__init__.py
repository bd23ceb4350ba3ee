"""The Python client of Weir, a self-hosted web data service."""
from .async_client import AsyncWeir, async_pages
from .caller import OMIT
from .client import Weir, pages
from .error import WeirError
from .events import Event
from . import inputs, models
from .results import CrawlResult

__all__ = ["OMIT", "AsyncWeir", "CrawlResult", "Event", "Weir", "WeirError", "async_pages", "inputs", "models", "pages"]
