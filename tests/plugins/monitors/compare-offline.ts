import { compare } from '../../../plugins/monitors/compare/compare.ts'
import { IgnorePatterns } from '../../../plugins/monitors/compare/patterns.ts'
import { nothing } from '../../../plugins/monitors/compare/regions.ts'
import { show } from '../../../plugins/monitors/compare/show.ts'
import { chance, edits, noisyPage, written } from './noisy-page.ts'

const HOUR = 3_600_000
const MORE_LOOKS = 3
const none = new IgnorePatterns([])

/** The page of the script as lines of markdown, without a server. */
const markdownOf = (html: string) =>
  html
    .slice(html.indexOf('<main>'), html.indexOf('</main>'))
    .replace(/<li><a href="([^"]*)">(.*?)<\/a><\/li>/g, '- [$2]($1)\n')
    .replace(/<h([1-3])>/g, (_, level: string) => `${'#'.repeat(Number(level))} `)
    .replace(/<\/(?:p|h\d|div)>/g, '\n')
    .replace(/<[^>]*>/g, '')

/** The script of `watchNoisyPage` without a server. */
export function watchOffline(seed: number, steps: number) {
  const random = chance(seed)
  const page = written()
  let now = Date.UTC(2026, 10, 22, 20)
  const look = () => markdownOf(noisyPage(page, now, random))
  let reference = { text: look(), at: now }
  let known = nothing
  const result = { told: [] as number[], edited: [] as number[], looks: 0, wrong: [] as string[] }
  for (let step = 1; step <= steps; step++) {
    now += 5 * HOUR + random.below(3 * HOUR)
    const edit = edits[step]
    edit?.(page)
    if (edit) result.edited.push(step)
    const looks = [look()]
    const times = { earlier: reference.at, later: now, timezone: 'UTC' }
    const run = () => compare({ reference: reference.text, looks, ignore: none, times, known })
    let compared = run()
    if (compared.differs) {
      for (let more = 0; more < MORE_LOOKS; more++) looks.push(look())
      compared = run()
    }
    result.looks += looks.length
    known = compared.known
    if (compared.differs !== (edit !== undefined)) result.wrong.push(`${seed}/${step}:\n${show(compared).diff}`)
    if (!compared.differs) continue
    result.told.push(step)
    reference = { text: looks[0]!, at: now }
  }
  return result
}
