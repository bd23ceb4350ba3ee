/** Pseudorandom numbers, the same in each test. */
export function chance(seed: number) {
  let state = seed
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
  return {
    next,
    below: (n: number) => Math.floor(next() * n),
    hex: (length: number) => Array.from({ length }, () => Math.floor(next() * 16).toString(16)).join(''),
    shuffled<T>(list: readonly T[]): T[] {
      const all = [...list]
      for (let i = all.length - 1; i > 0; i--) {
        const j = Math.floor(next() * (i + 1))
        ;[all[i], all[j]] = [all[j]!, all[i]!]
      }
      return all
    },
  }
}

/** The content of the page that people edit. */
export interface Written {
  heading: string
  paragraphs: string[]
  /** A list without a fixed order. */
  topics: string[]
  /** Cards, each with a heading, a price and a line. */
  offers: { name: string; price: string; text: string }[]
  event: string
  status: string
  /** Next to an advertisement. */
  announcement: string
}

export const written = (): Written => ({
  heading: 'Harbour notes',
  paragraphs: [
    'The ferry leaves the northern pier twice a day, and takes bicycles without a charge on all days but Sunday.',
    'Tickets are sold at the kiosk beside the lighthouse; the office in the old customs house is closed for repairs.',
    'Dogs travel free where they are kept on a lead, and have a deck of their own behind the wheelhouse.',
  ],
  topics: ['Timetable', 'Fares', 'Weather', 'Lost property', 'Moorings', 'Tides'],
  offers: [
    { name: 'Day ticket', price: '12.50 €', text: 'Valid for all lines until midnight.' },
    { name: 'Week ticket', price: '61.00 €', text: 'Valid for seven days from the first journey.' },
    { name: 'Bicycle hire', price: '9.00 €', text: 'From the kiosk, for one day.' },
    { name: 'Island tour', price: '34.00 €', text: 'Three hours, with a guide.' },
  ],
  event: 'The regatta is held on 5 May 2027.',
  status: 'All lines run as planned.',
  announcement: '',
})

const advertisements = [
  'Sleep better with the wool blankets of Greyfold.',
  'Visit the winter market of Oxbury this week.',
  'Lamps by Tindale: light for long evenings.',
  'The new novel by Mara Quill is out now.',
  'Find your next flat with Keystone Homes.',
  'Learn to bake bread in a weekend.',
  'Coffee roasted yesterday, at your door tomorrow.',
  'Boots that last: Harrow and Sons.',
  'Train with the best: Summit climbing hall.',
]

const DAY = 86_400_000
const date = new Intl.DateTimeFormat('en', {
  timeZone: 'UTC',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})

/** The page as one visitor gets it at a time: the edited content, and parts that differ for each visitor. */
export function noisyPage(page: Written, at: number, random: ReturnType<typeof chance>): string {
  const advertisement = () => `<p>${advertisements[random.below(advertisements.length)]}</p>`
  const sid = random.hex(24)
  const posted = Math.floor((at - Date.UTC(2026, 9, 1)) / DAY)
  const paragraphs = page.paragraphs.map((text) => `<p>${text}</p>`)
  const topics = random.shuffled(page.topics).map((topic) => `<li><a href="/topic?sid=${sid}">${topic}</a></li>`)
  const offers = random
    .shuffled(page.offers)
    .map(({ name, price, text }) => `<div><h3>${name}</h3><p>${price}</p><p>${text}</p></div>`)
  return `<!doctype html><html lang="en"><head><title>Harbour</title></head><body><main>
<h1>${page.heading}</h1>
<p>Today is ${date.format(at)}.</p>
<p>Posted ${posted} days ago by the harbour office</p>
${paragraphs[0]}
${advertisement()}
${page.announcement && `<p>${page.announcement}</p>`}
${paragraphs.slice(1).join('\n')}
<p>${page.event}</p>
<p>${page.status}</p>
<h2>Topics</h2><ul>${topics.join('')}</ul>
<h2>Offers</h2>${offers.join('')}
${advertisement()}
<p>Request ${random.hex(32)} took ${random.below(400) + 20} ms</p>
<p>You are visitor ${100_000 + random.below(900_000)}</p>
<p>Generated ${new Date(at).toISOString()}</p>
</main></body></html>`
}

/** The edits, by the step that they precede. */
export const edits: Readonly<Record<number, (page: Written) => void>> = {
  4: (page) => {
    page.offers[0]!.price = '13.00 €'
  },
  9: (page) => {
    page.status = 'The evening line is cancelled.'
  },
  10: (page) => {
    page.status = 'All lines run as planned.'
  },
  16: (page) => void page.topics.push('Jobs'),
  23: (page) => {
    page.announcement = 'The northern pier is closed on Monday.'
  },
  24: (page) => {
    page.announcement = ''
  },
  31: (page) => {
    page.event = 'The regatta is held on 12 May 2027.'
  },
  37: (page) => {
    page.paragraphs[1] = page.paragraphs[1]!.replace('is closed for repairs', 'is open again')
  },
  44: (page) => void page.topics.splice(2, 1),
  45: (page) => {
    page.heading = 'Harbour and island notes'
  },
  52: (page) => void page.offers.splice(3, 1),
  58: (page) => {
    page.paragraphs[2] = page.paragraphs[2]!.replace('travel free', 'pay half the fare')
  },
  63: (page) => void page.paragraphs.splice(1, 1),
  70: (page) => {
    page.offers[1]!.price = '62.00 €'
  },
  71: (page) => {
    page.offers[1]!.price = '63.00 €'
  },
  72: (page) => {
    page.offers[1]!.price = '64.00 €'
  },
  80: (page) => {
    page.announcement = 'Lost: a grey cat, answers to Tom.'
  },
  88: (page) => {
    page.topics[1] = 'Fares and passes'
  },
  95: (page) => {
    page.event = 'The regatta is cancelled.'
  },
}
