import { describe, expect, test } from 'bun:test'
import { Places } from '../../../../plugins/scrape/content/places.ts'

describe('places', () => {
  test('go to the party that has the fewest, and of a party to who came first', async () => {
    const places = new Places({ most: 2, what: 'documents' })
    const order: string[] = []
    const leaves: (() => void)[] = []
    const take = async (party: string, name: string) => {
      leaves.push(await places.take(party))
      order.push(name)
    }
    const all = [take('a', 'a1'), take('a', 'a2'), take('a', 'a3'), take('b', 'b1'), take('a', 'a4')]
    await Bun.sleep(1)
    expect(order).toEqual(['a1', 'a2'])
    for (let i = 0; i < 5; i++) {
      leaves[i]!()
      await Bun.sleep(1)
    }
    await Promise.all(all)
    expect(order).toEqual(['a1', 'a2', 'b1', 'a3', 'a4'])
  })

  test('go from party to party where there is but one', async () => {
    const places = new Places({ most: 1, what: 'pages' })
    const order: string[] = []
    const take = async (party: string, name: string) => {
      const leave = await places.take(party)
      order.push(name)
      await Bun.sleep(1)
      leave()
    }
    const first = [take('a', 'a1'), take('a', 'a2'), take('a', 'a3'), take('b', 'b1'), take('b', 'b2')]
    await first[0]
    await Promise.all([...first, take('c', 'c1')])
    expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
  })

  test('are more for parties that have none', async () => {
    const places = new Places({ most: 1, more: 1, what: 'pages' })
    const order: string[] = []
    const take = async (party: string) => {
      const leave = await places.take(party)
      order.push(party)
      return leave
    }
    const [first, second, other, third] = [take('a'), take('a'), take('b'), take('c')]
    await Bun.sleep(1)
    expect(order).toEqual(['a', 'b'])
    ;(await first)()
    await Bun.sleep(1)
    expect(order).toEqual(['a', 'b', 'c'])
    for (const leave of [await other, await third]) leave()
    ;(await second)()
    expect(order).toEqual(['a', 'b', 'c', 'a'])
  })

  test('are not waited for by those who have gone', async () => {
    const places = new Places({ most: 1, what: 'documents' })
    const leave = await places.take('a')
    const controller = new AbortController()
    const gone = places.take('b', controller.signal)
    const next = places.take('c')
    controller.abort(new Error('gone'))
    await expect(gone).rejects.toThrow('gone')
    leave()
    ;(await next)()
    ;(await places.take('d'))()
  })
})
