import { kindNames } from '../containers/names.ts'
import { counted } from './count-page.ts'

const texts = 'words blocks wordsPerBlock linked prose proseBlocks stops questions currencies numbers marked headings'
const rest = 'fields images common openGraph'
const types = 'article product list forum faq service recipe review person site'
const address = 'segments lastSegment dashes digits query'
const addresses = 'product collection article forum documentation service listing html'
const bodies = 'article listing product collection forum page'

const each = (group: string, names: string) => names.split(' ').map((name) => `${group}.${name}`)

/** The names of the numbers of a whole page, in the order in which `readPageSignals` returns them. */
export const pageSignalNames: readonly string[] = [
  ...texts.split(' '),
  ...rest.split(' '),
  ...counted.map((name) => `count.${name}`),
  ...each('jsonLd', types),
  ...each('address', address),
  ...each('addressOf', addresses),
  ...each('bodyOf', bodies),
  ...kindNames.map((name) => `named.${name}`),
  'largestGroup',
  'grouped',
  'hidden',
]
