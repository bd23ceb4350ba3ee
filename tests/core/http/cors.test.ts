import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Running, startWeir } from '../../weir.ts'

const APP = 'https://app.example.com'
const running: Running[] = []
const start = async (origins?: string) => {
  const weir = await startWeir({ WEIR_PLUGINS: 'account', ...(origins && { WEIR_CORS_ORIGINS: origins }) })
  running.push(weir)
  return weir
}
afterAll(async () => void (await Promise.all(running.map((weir) => weir.close()))))

const ask = (origin: string) => ({
  key: null,
  headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
})

describe('a service that allows an origin', () => {
  let weir: Running
  beforeAll(async () => {
    weir = await start(`${APP}, http://localhost:8080`)
  })

  test('lets its pages send requests, and read the response with its own headers', async () => {
    const asked = await weir.call('OPTIONS', '/v1/jobs', undefined, ask(APP))
    expect(asked.status).toBe(204)
    expect(asked.headers.get('access-control-allow-origin')).toBe(APP)
    for (const name of ['Authorization', 'Idempotency-Key', 'Last-Event-ID', 'Prefer'])
      expect(asked.headers.get('access-control-allow-headers')).toContain(name)
    expect(asked.headers.get('access-control-allow-methods')).toContain('PATCH')
    for (const path of ['/v1/jobs', '/v1/none', '/openapi.json']) {
      const { headers } = await weir.get(path, { headers: { origin: APP } })
      expect(headers.get('access-control-allow-origin')).toBe(APP)
      expect(headers.get('access-control-expose-headers')).toContain('X-Request-Id')
      expect(headers.get('vary')).toContain('origin')
      expect(headers.get('access-control-allow-credentials')).toBeNull()
    }
  })

  test('lets no page of another origin read anything, and no page read the metrics', async () => {
    for (const origin of ['https://evil.example', `${APP}.evil.example`, 'http://app.example.com', 'null']) {
      const asked = await weir.call('OPTIONS', '/v1/jobs', undefined, ask(origin))
      expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([405, null])
      const { headers } = await weir.get('/v1/jobs', { headers: { origin } })
      expect(headers.get('access-control-allow-origin')).toBeNull()
      expect(headers.get('vary')).toContain('origin')
    }
    const { headers } = await weir.get('/metrics', { headers: { origin: APP } })
    expect(headers.get('access-control-allow-origin')).toBeNull()
  })
})

test('any page may send requests with *', async () => {
  const weir = await start('*')
  const { headers } = await weir.get('/v1/jobs', { headers: { origin: 'https://anything.example' } })
  expect(headers.get('access-control-allow-origin')).toBe('*')
})

test('a service without allowed origins allows none', async () => {
  const weir = await start()
  const asked = await weir.call('OPTIONS', '/v1/jobs', undefined, ask(APP))
  const { headers } = await weir.get('/v1/jobs', { headers: { origin: APP } })
  expect([asked.status, headers.get('access-control-allow-origin')]).toEqual([405, null])
})
