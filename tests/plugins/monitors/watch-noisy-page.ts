import { chance, edits, noisyPage, written } from './noisy-page.ts'
import { html, type Opened, type Site } from './open.ts'

const HOUR = 3_600_000

/**
 * Watches a page by a script: some steps begin with an edit, and some hours pass before each. Returns the steps with
 * a reported change, the steps whose edit was missed, and how often a plain comparison of successive texts would have
 * reported a change.
 */
export async function watchNoisyPage(
  weir: Opened,
  site: Site,
  clock: { ahead: number; now(): number },
  { seed, steps }: { seed: number; steps: number },
) {
  const random = chance(seed)
  const page = written()
  let asked = 0
  const url = site.put(`/noisy-${seed}`, () => {
    asked++
    return html(noisyPage(page, clock.now(), random))
  })
  const plainText = async () => {
    const { body } = await weir.post('/v1/scrape', { url, formats: ['text'], maxAge: 0 })
    return body.data.text as string
  }
  const id = await weir.make({ url })
  await weir.run(id)
  let before = await plainText()
  const [told, missed, edited]: number[][] = [[], [], []]
  let plain = 0
  for (let step = 1; step <= steps; step++) {
    clock.ahead += 5 * HOUR + random.below(3 * HOUR)
    const edit = edits[step]
    edit?.(page)
    if (edit) edited!.push(step)
    const { status, diff } = await weir.run(id)
    if (status === 'changed') told!.push(step)
    if (process.env.SHOW && (status === 'changed') !== (edit !== undefined)) console.log(step, status, diff)
    if (edit && status !== 'changed') missed!.push(step)
    const now = await plainText()
    if (now !== before) plain++
    before = now
  }
  return { told: told!, missed: missed!, edited: edited!, plain, asked: asked - steps - 1 }
}
