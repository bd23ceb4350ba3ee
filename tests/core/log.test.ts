import { describe, expect, test } from 'bun:test'
import { createLog, describeError } from '../../core/log.ts'

const lines: string[] = []
const write = (line: string) => void lines.push(line)
const last = () => lines.at(-1) as string

describe('the log', () => {
  test('has one line for each event, whatever it contains', () => {
    createLog('text', write).info('two\nlines', { path: '/a b\n2026 error forged', n: 1, none: undefined, empty: null })
    expect(last()).toMatch(/^\S+Z info {2}two lines path="\/a b\\n2026 error forged" n=1 empty=null\n$/)
  })

  test('is JSON if that is configured', () => {
    createLog('json', write).with({ plugin: 'scrape' }).warn('slow', { ms: 5 })
    expect(JSON.parse(last())).toMatchObject({ level: 'warn', message: 'slow', plugin: 'scrape', ms: 5 })
  })

  test('goes to standard error, including the last lines', async () => {
    const program = `import { createLog } from '${import.meta.dir}/../../core/log.ts'; const log = createLog('text'); log.info('first'); log.error('last'); process.exit(3)`
    const child = Bun.spawn([process.execPath, '-e', program], { stdout: 'pipe', stderr: 'pipe' })
    const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
    expect([await child.exited, out]).toEqual([3, ''])
    expect(err).toMatch(/info {2}first\n.*error last\n$/)
  })

  test('describes an error with its causes and its place, in one line', () => {
    const text = describeError(new Error('outer', { cause: new TypeError('inner') }))
    expect(text).toContain('Error: outer < TypeError: inner at tests/core/log.test.ts')
    expect(describeError(new Error('x'.repeat(100_000))).length).toBeLessThan(1200)
  })
})
