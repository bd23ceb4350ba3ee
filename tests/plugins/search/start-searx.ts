import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PROGRAM = '/usr/bin/searx-run'
/** The time limit for the start, in milliseconds. */
const PATIENCE = 60_000

export const isSearxThere = existsSync(PROGRAM)

/** An engine for it that reads JSON: `results` with `url`, `title` and `content`. */
interface Engine {
  name: string
  url: string
}

const engineOf = ({ name, url }: Engine, i: number) => `
  - name: ${name}
    engine: json_engine
    shortcut: e${i}
    categories: general
    paging: True
    first_page_num: 1
    search_url: ${url}?q={query}&p={pageno}
    results_query: results
    url_query: url
    title_query: title
    content_query: content
    enable_http: True
    timeout: 5.0`

/** Starts searx, the predecessor of SearXNG, as packaged by Debian, with our own engines. */
export async function startSearx(engines: readonly Engine[]): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'weir-searx-'))
  const probe = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
  const { port } = probe
  probe.stop(true)
  const settings = `general:
  debug: False
  instance_name: local
search:
  safe_search: 0
  autocomplete: ""
  default_lang: ""
  ban_time_on_fail: 0
  max_ban_time_on_fail: 0
server:
  port: ${port}
  bind_address: 127.0.0.1
  secret_key: local-tests
  base_url: False
  image_proxy: False
  http_protocol_version: "1.0"
  method: GET
ui:
  static_path: /usr/share/python3-searx/static
  templates_path: /usr/share/python3-searx/templates
  default_theme: oscar
  default_locale: ""
  theme_args:
    oscar_style: logicodev
outgoing:
  request_timeout: 5.0
  useragent_suffix: ""
  pool_connections: 10
  pool_maxsize: 10
engines:${engines.map(engineOf).join('')}
locales:
  en: English
doi_resolvers:
  none: https://doi.example/
default_doi_resolver: none
`
  const file = join(folder, 'settings.yml')
  writeFileSync(file, settings)
  const child = Bun.spawn([PROGRAM], {
    env: { PATH: '/usr/bin:/bin', SEARX_SETTINGS_PATH: file, HOME: folder },
    stdout: Bun.file(join(folder, 'out')),
    stderr: Bun.file(join(folder, 'err')),
  })
  const stop = async () => {
    child.kill('SIGKILL')
    await child.exited
    rmSync(folder, { recursive: true, force: true })
  }
  const url = `http://127.0.0.1:${port}`
  const ends = Date.now() + PATIENCE
  for (;;) {
    const isUp = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) return { url, stop }
    if (child.exitCode !== null || Date.now() > ends) {
      const said = await Bun.file(join(folder, 'err')).text()
      await stop()
      throw new Error(`searx did not start: ${said.slice(-2000)}`)
    }
    await Bun.sleep(200)
  }
}
