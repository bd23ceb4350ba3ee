import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dir, '..', '..', '..')
const key = 'wr_bench_0123456789012345678901234567890123456789'

/** The service, started like by an operator, in a separate process. */
export interface Service {
  pid: number
  /** The Markdown of a page that a script builds. */
  render(url: string): Promise<string>
  close(): Promise<void>
}

/** Starts the service with this Chromium, or with its own choice, and waits until it responds. */
export async function startService(chromium: string | undefined): Promise<Service> {
  const free = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() })
  const { port } = free
  await free.stop(true)
  const dataDir = mkdtempSync(join(tmpdir(), 'weir-render-'))
  const child = Bun.spawn([process.execPath, 'core/boot.mjs', 'serve'], {
    cwd: root,
    stdout: 'ignore',
    stderr: 'ignore',
    env: {
      ...process.env,
      WEIR_HOST: '127.0.0.1',
      WEIR_PORT: String(port),
      WEIR_DATA_DIR: dataDir,
      WEIR_EGRESS_ALLOW: '127.0.0.0/8',
      WEIR_ADMIN_EMAIL: 'admin@example.com',
      WEIR_ADMIN_PASSWORD: 'correct horse battery',
      WEIR_ADMIN_API_KEY: key,
      ...(chromium && { WEIR_CHROMIUM_PATH: chromium }),
    },
  })
  const at = `http://127.0.0.1:${port}`
  while (!(await fetch(`${at}/health`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null) throw new Error('The service did not start')
    await Bun.sleep(20)
  }
  return {
    pid: child.pid,
    async render(url) {
      const answer = await fetch(`${at}/v1/scrape`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ url, javascript: true, waitForSelector: '#ready', maxAge: 0, formats: ['markdown'] }),
      })
      const text = await answer.text()
      if (!answer.ok) throw new Error(text)
      return JSON.parse(text).data.markdown
    },
    async close() {
      child.kill('SIGTERM')
      await child.exited
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
