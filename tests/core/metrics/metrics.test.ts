import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { createMetrics } from '../../../core/metrics/metrics.ts'
import { type Running, startWeir } from '../../weir.ts'

describe('the text of metrics', () => {
  test('holds counters, histograms and readings, each with its labels', async () => {
    const metrics = createMetrics(() => {})
    const counter = metrics.counter('things_total', 'Things')
    counter({ kind: 'a "quoted"\\ one\n' }).add()
    counter({ kind: 'a "quoted"\\ one\n' }).add(2)
    counter().add(5)
    const histogram = metrics.histogram('time_seconds', 'Time', [0.1, 1])({ route: '/x' })
    for (const value of [0.1, 0.5, 2]) histogram.observe(value)
    metrics.reading('age_seconds', 'gauge', 'Age', async () => [{ labels: { of: 'me' }, value: 1.5 }])
    expect((await metrics.expose()).split('\n')).toEqual([
      '# HELP things_total Things',
      '# TYPE things_total counter',
      'things_total{kind="a \\"quoted\\"\\\\ one\\n"} 3',
      'things_total 5',
      '# HELP time_seconds Time',
      '# TYPE time_seconds histogram',
      'time_seconds_bucket{route="/x",le="0.1"} 1',
      'time_seconds_bucket{route="/x",le="1"} 2',
      'time_seconds_bucket{route="/x",le="+Inf"} 3',
      'time_seconds_sum{route="/x"} 2.6',
      'time_seconds_count{route="/x"} 3',
      '# HELP age_seconds Age',
      '# TYPE age_seconds gauge',
      'age_seconds{of="me"} 1.5',
      '',
    ])
  })

  test('leaves out a reading that failed, and reports it', async () => {
    const failures: string[] = []
    const metrics = createMetrics((name) => void failures.push(name))
    metrics.reading('broken', 'gauge', 'Broken', () => Promise.reject(new Error('no')))
    metrics.reading('whole', 'gauge', 'Whole', () => 1)
    expect(await metrics.expose()).toBe('# HELP whole Whole\n# TYPE whole gauge\nwhole 1\n')
    expect(failures).toEqual(['broken'])
  })
})

describe('/metrics', () => {
  let weir: Running
  let site: ReturnType<typeof Bun.serve>
  beforeAll(async () => {
    site = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('page', { status: 404 }) })
    weir = await startWeir({
      WEIR_PLUGINS: `account,${join(import.meta.dir, '../fixtures/getter.ts')}`,
    })
  })
  afterAll(async () => {
    await weir.close()
    site.stop(true)
  })
  const valueOf = (text: string, line: string) =>
    Number(
      text
        .split('\n')
        .find((it) => it.startsWith(`${line} `))
        ?.slice(line.length + 1) ?? Number.NaN,
    )
  const from = async (address: string, headers: Record<string, string> = {}) => {
    const request = new Request('http://weir.example/metrics', { headers })
    return (await weir.weir.server.fetch(request, { address, keepOpen() {} })).status
  }

  test('counts requests, pages, refusals, commits and the resources of the process', async () => {
    for (const url of [site.url.href, site.url.href, 'http://10.1.2.3/', 'http://127.0.0.1:1/'])
      await weir.post('/v1/get', { url })
    const answer = await weir.get('/metrics', { key: null })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ])
    const { text } = answer
    expect(valueOf(text, 'weir_http_request_duration_seconds_count{route="/v1/get",status="2xx"}')).toBe(2)
    expect(valueOf(text, 'weir_http_request_duration_seconds_count{route="/v1/get",status="4xx"}')).toBe(2)
    expect(valueOf(text, 'weir_engine_fetch_duration_seconds_count{engine="lightweight",outcome="ok"}')).toBe(2)
    expect(valueOf(text, 'weir_engine_fetch_duration_seconds_count{engine="lightweight",outcome="invalid_url"}')).toBe(
      2,
    )
    expect(valueOf(text, 'weir_egress_refusals_total')).toBe(1)
    expect(valueOf(text, 'weir_store_write_duration_seconds_count')).toBeGreaterThan(0)
    expect(valueOf(text, 'weir_store_healthy')).toBe(1)
    expect(valueOf(text, 'weir_queue_age_seconds')).toBe(0)
    for (const name of ['process_resident_memory_bytes', 'process_cpu_seconds_total', 'weir_uptime_seconds'])
      expect(valueOf(text, name)).toBeGreaterThan(0)
    for (const line of text.trimEnd().split('\n'))
      expect(line).toMatch(/^# (HELP|TYPE) \w+ .+$|^\w+(\{.*\})? [\d.e+-]+$/)
  })

  test('does not grow with the requested paths', async () => {
    for (let i = 0; i < 5; i++) await weir.get(`/nowhere-${i}/v1/x`)
    const { text } = await weir.get('/metrics')
    expect(text).not.toContain('nowhere')
    expect(valueOf(text, 'weir_http_request_duration_seconds_count{route="other",status="4xx"}')).toBe(5)
  })

  test('answers an administrator from anywhere, and callers without a key only from this machine', async () => {
    const { key } = await weir.user('pro')
    const bearer = (value: string) => ({ authorization: `Bearer ${value}` })
    for (const address of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1']) expect(await from(address)).toBe(200)
    for (const address of ['203.0.113.7', '10.0.0.1', '::2', '']) expect(await from(address)).toBe(401)
    expect(await from('203.0.113.7', bearer(weir.adminKey))).toBe(200)
    expect(await from('203.0.113.7', bearer(key))).toBe(403)
    expect(await from('127.0.0.1', bearer('nonsense'))).toBe(401)
  })

  test('answers no forwarded request without a key, whatever its headers say', async () => {
    for (const name of ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'])
      for (const address of ['127.0.0.1', '203.0.113.7']) expect(await from(address, { [name]: '127.0.0.1' })).toBe(401)
  })

  test.each([
    ['WEIR_PUBLIC_URL', 'https://weir.example'],
    ['WEIR_TRUSTED_PROXIES', '10.0.0.1'],
  ])('needs a key from everybody if the service is behind a proxy: %s', async (name, value) => {
    const own = await startWeir({ WEIR_PLUGINS: 'account', WEIR_ENGINES: 'lightweight', [name]: value })
    expect((await own.get('/metrics', { key: null })).status).toBe(401)
    expect((await own.get('/metrics')).status).toBe(200)
    await own.close()
  })

  test.each(['http://127.0.0.1:3000', 'http://[::1]:3000', 'http://localhost:3000'])(
    'needs no key on the machine itself if the public address is on it: %s',
    async (value) => {
      const own = await startWeir({ WEIR_PLUGINS: 'account', WEIR_ENGINES: 'lightweight', WEIR_PUBLIC_URL: value })
      expect((await own.get('/metrics', { key: null })).status).toBe(200)
      await own.close()
    },
  )

  test('needs no key beside a trusted proxy on the same machine, which marks each request as forwarded', async () => {
    const settings = { WEIR_PLUGINS: 'account', WEIR_ENGINES: 'lightweight', WEIR_TRUSTED_PROXIES: '127.0.0.0/8' }
    const own = await startWeir(settings)
    expect((await own.get('/metrics', { key: null })).status).toBe(200)
    const forwarded = { 'x-forwarded-for': '127.0.0.1' }
    expect((await own.get('/metrics', { key: null, headers: forwarded })).status).toBe(401)
    await own.close()
  })

  test('accepts only GET', async () => {
    const answer = await weir.post('/metrics', {})
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })
})
