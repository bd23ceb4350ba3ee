import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { ApiError } from 'weirjs'
import type { User } from '../../../../core/contracts/accounts.ts'
import type { JobWebhook } from '../../../../core/contracts/jobs/job-start.ts'
import { type Lifecycle, openLifecycle } from './open-lifecycle.ts'

let world: Lifecycle
let user: User
beforeAll(async () => {
  world = await openLifecycle()
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(async () => {
  await world.clear()
  user = await world.addUser()
})

const failed = new ApiError('scraping_failed', 'No answer.', {}, { failsJob: true })
const done = { millicredits: 0 }

describe('a webhook', () => {
  const url = 'https://hooks.example:8443/weir'
  const told = async (webhook: JobWebhook | undefined, end: typeof done | ApiError) => {
    const job = await world.start(user, ['a'], { webhook })
    await world.complete(await world.claimed(user.id), () => end)
    return { id: job.id, messages: world.told.messages }
  }

  test('is sent at the end, to its host', async () => {
    const { id, messages } = await told({ url }, done)
    const payload = { account: user.id, url, event: 'job.completed', jobId: id, form: undefined }
    expect(messages).toEqual([['webhooks', payload, { receiver: 'hooks.example:8443', account: user.id }]])
  })
  test('is sent at a failure, in its own format', async () => {
    const { id, messages } = await told({ url, form: 'test.form' }, failed)
    const payload = { account: user.id, url, event: 'job.failed', jobId: id, form: 'test.form' }
    expect(messages).toEqual([['webhooks', payload, { receiver: 'hooks.example:8443', account: user.id }]])
  })
  test('is sent only for the events it asks for', async () => {
    expect((await told({ url, events: ['job.failed'] }, done)).messages).toEqual([])
    expect((await told({ url, events: ['job.failed'] }, failed)).messages).toHaveLength(1)
  })
  test('is not sent if there is none, nor if the job was cancelled', async () => {
    expect((await told(undefined, done)).messages).toEqual([])
    await world.cancel(await world.start(user, ['a'], { webhook: { url } }))
    expect(world.told.messages).toEqual([])
  })
})
