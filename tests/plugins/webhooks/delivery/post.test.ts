import { expect, test } from 'bun:test'
import { systemClock } from '../../../../core/clock.ts'
import { post } from '../../../../plugins/webhooks/delivery/post.ts'
import { openFetch } from '../../../core/fetch/open-fetch.ts'

test('the error of a failed attempt reveals no internals of the service', async () => {
  const fetch = openFetch()
  const sent = {
    url: 'http://127.0.0.1:1/',
    headers: { 'x-own': 'a\nb' },
    body: '{}',
    signal: new AbortController().signal,
  }
  const { statusCode, error } = await post(fetch, systemClock, sent)
  expect([statusCode, error]).toEqual([null, expect.stringMatching(/^headers must have names [^<>/]*$/)])
})
