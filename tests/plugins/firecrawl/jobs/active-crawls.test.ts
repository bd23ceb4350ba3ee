import { expect, test } from 'bun:test'
import type { JobRecord, Kit } from 'weirjs'
import { activeCrawls } from '../../../../plugins/firecrawl/jobs/active-crawls.ts'

test('a crawl is listed until it ends, however many newer ones have ended', async () => {
  const ended = Array.from({ length: 100 }, (_, i) => ({ id: `job_3${i}`, type: 'crawl', status: 'completed' }))
  const all = [
    ...ended,
    { id: 'job_2', type: 'crawl', status: 'queued' },
    { id: 'job_1', type: 'crawl', status: 'running' },
    { id: 'job_0', type: 'batch', status: 'running' },
  ]
  const list: Kit['jobs']['list'] = async (account, { type, status, running, limit }) => {
    expect(account).toBe('me')
    const wanted = running ? 'running' : status
    const jobs = all.filter((job) => (!type || job.type === type) && (!wanted || job.status === wanted)).slice(0, limit)
    // It begins as soon as it was listed.
    for (const job of all) if (job.status === 'queued' && wanted === 'queued') job.status = 'running'
    return { jobs: jobs as JobRecord[], nextCursor: null }
  }
  const found = await activeCrawls({ list }, 'me')
  expect(found.map(({ id }) => id)).toEqual(['job_2', 'job_1'])
})
