import { insideNames } from '../containers/inside.ts'
import { kindNames } from '../containers/names.ts'
import { pageSignalNames } from '../page-signals/names.ts'

/** Each name combined with each of the parts. */
const within = (names: readonly string[], parts: readonly string[]) =>
  names.flatMap((name) => parts.map((part) => `${name}.${part}`))

const text = [
  'words characters linked capitals numbers stops commas questions common marked stopCount currencies separators',
  'links images fields lastClass firstClass hidden tag inTitle ofTitle inDescription ofDescription described',
  'describedSize textOdds wordOdds wordOddsLeast wordOddsMost startOdds sameText sameTextBefore',
].flatMap((names) => names.split(' '))

const container = 'words share linked wordsPerBlock stops proseShare place blocks prose headings images begins'
const containers = [
  'depth',
  ...within(['inside'], insideNames),
  ...within(['named'], kindNames),
  ...within(['nameOdds'], ['least', 'most', 'nearest', 'sum']),
  ...within(['first', 'second', 'third', 'fourth', 'section', 'half', 'inner'], container.split(' ')),
  ...within(within(['first', 'second', 'third', 'half'], ['heading']), ['odds', 'tag']),
  ...within(within(['inner', 'outer', 'first', 'second', 'third'], ['group']), [
    'count',
    'rank',
    'share',
    'words',
    'blocks',
  ]),
]

const samePath = within(['alike'], ['blocks', 'words', 'linked', 'share', 'before', 'span', 'density'])

const neighbours = [
  ...within(
    ['before3', 'before2', 'before1', 'after1', 'after2', 'after3'],
    ['words', 'linked', 'tag', 'lastClass', 'sameHolder', 'textOdds', 'nameOdds'],
  ),
  ...within(['near', 'wide', 'before', 'after'], ['words', 'linked', 'stops', 'prose']),
]

const place = [
  'share blocks words prose behindTitle wordsFromTitle behindHeading headingTag headingOdds worstHeading h1 h2',
  'isHeading article articles behindComments behindReviews behindRelated behindFilter behindSidebar',
]
  .flatMap((names) => names.split(' '))
  .map((name) => `place.${name}`)

const shared = within(['withTitle', 'withDensest'], ['share', 'linked', 'prose', 'distance', 'depth'])

/**
 * The name of each number of a block, in the order in which the describers write them. The weights contain these
 * names: weights trained with other numbers, or in another order, are refused.
 */
export const featureNames: readonly string[] = [
  ...text,
  ...containers,
  ...samePath,
  ...neighbours,
  ...place,
  ...shared,
  ...within(['page'], pageSignalNames),
]
