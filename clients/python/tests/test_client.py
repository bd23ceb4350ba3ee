"""Against a running service: WEIR_URL, WEIR_KEY, and SITE_URL, a site of a page and four that it links to."""
import asyncio
import json
import os
import unittest
from typing import Any, Callable, List

import httpx

from weirpy import AsyncWeir, CrawlResult, Weir, WeirError, async_pages, pages
from weirpy.models import ScrapedEntry

URL = os.environ["WEIR_URL"]
KEY = os.environ["WEIR_KEY"]
HOME = os.environ["SITE_URL"]


class Refused(unittest.TestCase):
    def error(self, call: Callable[[], Any]) -> WeirError:
        with self.assertRaises(WeirError) as caught:
            call()
        return caught.exception


class OfTheService(Refused):
    def setUp(self) -> None:
        self.weir = Weir(f"{URL}/", KEY)
        self.addCleanup(self.weir.close)

    def test_a_page_comes_in_the_formats_that_were_asked_for(self) -> None:
        page = self.weir.scrape(HOME, formats=["markdown", "links"]).data
        self.assertEqual((page.markdown or "").split("\n")[0], "# Kettles of /k")
        self.assertEqual(len(page.links or []), 4)
        self.assertEqual(page.metadata.statusCode, 200)

    def test_a_crawl_is_waited_for_and_all_its_pages_come(self) -> None:
        crawl = self.weir.crawl(HOME, maxPages=3, waitTime=0, formats=["markdown", "json", "images"])
        job = self.weir.wait(crawl)
        self.assertEqual((job.status, job.completed), ("completed", 3))
        found = list(self.weir.results(crawl))
        self.assertEqual([page.url.rsplit("/", 2)[1:] for page in found][1:], [["k", "0"], ["k", "1"]])
        self.assertIsInstance(found[0], CrawlResult)
        self.assertIn("# Kettles", found[0].markdown or "")
        self.assertEqual((found[0].json_["title"], found[0].images), ("Kettles", []))

    def test_many_pages_are_a_job_whose_events_come_to_its_end(self) -> None:
        job = self.weir.scrape_many([f"{HOME}/7", f"{HOME}/8"])
        # From the beginning, as the job may have ended by now.
        events = list(self.weir.jobs.stream(job, last_event_id="0.2"))
        self.assertEqual(sum(one.event == "url_completed" for one in events), 2)
        self.assertEqual(events[-1].event, "completed")
        self.assertEqual(list(self.weir.jobs.stream(job, last_event_id=events[1].id)), events[2:])
        self.assertEqual(list(self.weir.jobs.stream(job, last_event_id=events[-1].id)), [])
        self.assertTrue(all(isinstance(one, ScrapedEntry) for one in self.weir.results(job)))

    def test_maps_and_searches(self) -> None:
        self.assertEqual(len(self.weir.map(HOME, maxPages=3).data.urls), 3)
        self.assertGreater(self.weir.map(HOME).data.totalPages, 3)
        self.assertIsInstance(self.weir.search("kettles").data.results, list)

    def test_lists_are_read_page_by_page(self) -> None:
        for name in ("one", "two", "three"):
            self.weir.monitors.create(HOME, name, "0 0 1 1 *", options={"detectChanges": False})
        lists = list(pages(lambda cursor: self.weir.monitors.list(cursor=cursor, limit=2)))
        self.assertEqual([len(one.data.monitors) for one in lists], [2, 1])

    def test_results_come_as_a_file_too(self) -> None:
        crawl = self.weir.crawl(HOME, maxPages=1, waitTime=0)
        self.weir.wait(crawl)
        with self.weir.files.download(crawl, format="csv") as file:
            self.assertIn(HOME, file.read().decode())

    def test_a_refusal_says_its_code_field_and_request(self) -> None:
        refused = self.error(lambda: self.weir.scrape(HOME, timeout=1))
        self.assertEqual((refused.status, refused.code, refused.field), (400, "invalid_options", "timeout"))
        self.assertIn("timeout", str(refused))
        self.assertIsNotNone(refused.request_id)
        archived = self.error(lambda: self.weir.archive.search("ftp://example.com/"))
        self.assertEqual((archived.status, archived.code), (400, "invalid_request"))
        enriched = self.error(lambda: self.weir.enrichment.start([{"email": "a@example.com"}], []))
        self.assertEqual((enriched.status, enriched.code), (400, "MISSING_FIELDS"))
        self.assertEqual(self.error(lambda: self.weir.jobs.get("job_none")).code, "not_found")
        with Weir(URL, "wr_wrong") as nobody:
            self.assertEqual(self.error(nobody.account.profile).status, 401)

    def test_what_takes_no_page_answers_in_its_model(self) -> None:
        asked: List[Callable[[], Any]] = [
            self.weir.capabilities, self.weir.account.profile, self.weir.account.validate, self.weir.account.keys,
            self.weir.analytics.usage, self.weir.analytics.overview, self.weir.analytics.trends,
            self.weir.analytics.accounts, self.weir.billing.plans, self.weir.billing.subscription,
            self.weir.jobs.list, self.weir.jobs.queue, self.weir.jobs.queued, self.weir.monitors.list,
            self.weir.monitors.export, self.weir.webhooks.deliveries, self.weir.webhooks.secret,
            self.weir.admin.stats, self.weir.admin.users, self.weir.admin.audit, self.weir.admin.billing_requests,
        ]
        for ask in asked:
            self.assertTrue(ask().success, ask)

    def test_the_same_for_asyncio(self) -> None:
        async def run() -> None:
            async with AsyncWeir(URL, KEY) as weir:
                page = (await weir.scrape(HOME)).data
                self.assertIn("# Kettles", page.markdown or "")
                crawl = await weir.crawl(HOME, maxPages=2, waitTime=0)
                events = [one.event async for one in weir.jobs.stream(crawl)]
                self.assertEqual(events[-1], "completed")
                self.assertEqual(len([one async for one in weir.results(crawl)]), 2)
                async with weir.files.download(crawl, format="csv") as file:
                    self.assertIn(HOME, (await file.aread()).decode())
                listed = [one async for one in async_pages(lambda cursor: weir.jobs.list(cursor=cursor, limit=1))]
                self.assertGreater(len(listed), 0)
                with self.assertRaises(WeirError) as caught:
                    await weir.scrape(HOME, timeout=1)
                self.assertEqual(caught.exception.field, "timeout")

        asyncio.run(run())


class OfTheWay(Refused):
    """What goes wrong on the way, or in a busy service, by a transport in its place."""

    def setUp(self) -> None:
        self.asked: List[httpx.Request] = []

    def weir(self, *answers: "httpx.Response | Exception", **options: Any) -> Weir:
        rest = list(answers)

        def answer(request: httpx.Request) -> httpx.Response:
            self.asked.append(request)
            one = rest.pop(0) if len(rest) > 1 else rest[0]
            if isinstance(one, Exception):
                raise one
            return httpx.Response(one.status_code, headers=one.headers, content=one.content)

        return Weir("http://weir.test/prefix", "wr_key", retry_delay=0, transport=httpx.MockTransport(answer), **options)

    def test_what_is_passing_is_sent_again_under_one_key(self) -> None:
        done = httpx.Response(200, json={"success": True, "data": {"id": "job_1"}})
        busy = httpx.Response(503, headers={"retry-after": "0"}, json={"error": {"code": "busy", "message": "Busy"}})
        weir = self.weir(httpx.ConnectError("refused"), httpx.Response(502, text="<h1>Bad gateway"), busy, done)
        self.error(lambda: weir.scrape("https://example.com"))
        keys = {request.headers["idempotency-key"] for request in self.asked}
        self.assertEqual((len(self.asked), len(keys)), (4, 1))
        self.assertEqual(self.asked[0].url.path, "/prefix/v1/scrape")
        self.assertEqual(self.asked[0].headers["authorization"], "Bearer wr_key")

    def test_two_calls_have_two_keys_and_one_of_the_callers_is_kept(self) -> None:
        weir = self.weir(httpx.Response(400, json={"error": {"code": "invalid_url", "message": "It is none"}}))
        for key in (None, None, "mine"):
            self.error(lambda: weir.scrape("https://example.com", idempotency_key=key))
        keys = [request.headers["idempotency-key"] for request in self.asked]
        self.assertEqual((len(set(keys)), keys[2]), (3, "mine"))

    def test_what_would_be_done_twice_is_not_sent_twice(self) -> None:
        weir = self.weir(httpx.Response(502))
        self.error(lambda: weir.account.create_key(name="laptop"))
        self.assertEqual([request.headers.get("idempotency-key") for request in self.asked], [None])
        self.error(lambda: weir.monitors.delete("mon_1"))
        self.assertEqual(len(self.asked), 5)

    def test_an_hour_is_not_waited_for_and_an_answer_in_time_is_not_asked_for_again(self) -> None:
        limit = httpx.Response(429, headers={"retry-after": "3600"}, json={"error": {"code": "rate_limited"}})
        self.assertEqual(self.error(lambda: self.weir(limit).jobs.list()).retry_after, 3600)
        self.assertEqual(self.error(lambda: self.weir(httpx.ReadTimeout("late")).jobs.list()).code, "timeout")
        self.assertEqual(len(self.asked), 2)

    def test_a_time_that_cannot_be_read_is_none(self) -> None:
        for value in ("soon", "²", "Mon, 01 Jan 99999999999 00:00:00 GMT"):
            limit = httpx.Response(429, headers={"retry-after": value.encode()}, json={"error": {"code": "rate_limited"}})
            error = self.error(lambda: self.weir(limit).jobs.list())
            self.assertEqual((error.code, error.retry_after), ("rate_limited", None))

    def test_a_remedy_and_an_answer_of_another_version_are_told(self) -> None:
        error = {"code": "engine_unavailable", "message": "No", "details": {"remedy": "weir browsers install"}}
        refused = self.error(lambda: self.weir(httpx.Response(503, json={"error": error})).jobs.list())
        self.assertEqual((refused.code, refused.remedy), ("engine_unavailable", "weir browsers install"))
        strange = self.error(lambda: self.weir(httpx.Response(200, json={"success": True})).jobs.list())
        self.assertEqual(strange.code, "unexpected_answer")

    def test_a_service_that_has_moved_says_where_to(self) -> None:
        moved = httpx.Response(308, headers={"location": "https://weir.test/prefix/v1/jobs"})
        error = self.error(lambda: self.weir(moved).jobs.list())
        self.assertEqual((error.code, error.status, len(self.asked)), ("redirected", 308, 1))
        self.assertIn("leads to https://weir.test/prefix/v1/jobs: give", error.message)

    def test_a_stream_that_breaks_off_goes_on_behind_its_last_event(self) -> None:
        first = httpx.Response(200, text='id: 1\nevent: progress\ndata: {"completed": 1}\n\n: still here\n\nid: 2\ndata:')
        running = httpx.Response(200, json={"success": True, "data": JOB})
        rest = httpx.Response(200, text='id: 2\r\nevent: completed\r\ndata: {"a":\r\ndata: "é\u2028"}\r\n\r\n')
        nothing = httpx.Response(200, text="")
        events = list(self.weir(first, nothing, running, rest).jobs.stream("job_1"))
        self.assertEqual([(one.id, one.event) for one in events], [("1", "progress"), ("2", "completed")])
        self.assertEqual(events[1].data, {"a": "é\u2028"})
        self.assertEqual([one.headers.get("last-event-id") for one in self.asked], [None, "1", None, "1"])

    def test_what_is_left_out_is_not_sent_and_none_is(self) -> None:
        weir = self.weir(httpx.Response(400, json={}))
        self.error(lambda: weir.map("https://example.com"))
        self.error(lambda: weir.map("https://example.com", maxPages=3))
        self.error(lambda: weir.jobs.list(limit=5, cursor=None))
        self.assertEqual(json.loads(self.asked[0].content), {"url": "https://example.com"})
        self.assertEqual(json.loads(self.asked[1].content)["options"], {"maxPages": 3})
        self.assertEqual(str(self.asked[2].url), "http://weir.test/prefix/v1/jobs?limit=5")


JOB = {
    "id": "job_1", "status": "running", "progress": 50, "pagesCompleted": 1, "pagesTotal": 2, "creditsUsed": 1,
    "type": "crawl", "priority": "medium", "total": 2, "completed": 1, "failed": 0, "creditsEstimated": 2,
    "createdAt": "2026-01-01T00:00:00.000Z", "completedAt": None,
}

if __name__ == "__main__":
    unittest.main()
