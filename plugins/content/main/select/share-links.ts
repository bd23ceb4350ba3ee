import type { Recorder } from '../../clean/recorder.ts'
import { attr, type Element, findAll, type Tree, textContent } from '../../tree/index.ts'

/** URLs at which services accept a shared page, and mail without a recipient. */
const SHARE =
  /^(?:mailto:\?|whatsapp:\/\/send|tg:\/\/msg_url|fb-messenger:\/\/share|(?:https?:)?\/\/(?:(?:www|m|web|api)\.)?(?:facebook\.com\/(?:sharer|share\.php|dialog\/share)|(?:twitter|x)\.com\/(?:intent\/(?:tweet|post)|share|home\?status)|pinterest\.[a-z.]{2,6}\/pin\/create|linkedin\.com\/(?:sharearticle|sharing\/)|reddit\.com\/submit|tumblr\.com\/(?:share|widgets\/share)|whatsapp\.com\/send\?text=|t\.me\/share|telegram\.me\/share|vk\.com\/share|xing\.com\/(?:spi\/shares|social_plugins\/share)|getpocket\.com\/save|news\.ycombinator\.com\/submitlink))/i
/** The most nodes of a link that only shares, and the most characters of its text. */
const MAX_NODES = 60
const MAX_TEXT = 300
/** The most words of a share label, and of the description of its picture. */
const MAX_WORDS = 6
const MAX_DESCRIPTION = 2

/** Drops links that share the page, except quotations and pictures that link this way. */
export const dropShareLinks = (tree: Tree, kept: Uint8Array, recorder?: Recorder): void => {
  for (const link of findAll(tree, tree.body, 'a')) {
    if (!SHARE.test(attr(link, 'href')?.trim() ?? '')) continue
    const nodes = kept.subarray(link.id, link.end + 1)
    if (!nodes.includes(1) || hasOtherContent(tree, link)) continue
    nodes.fill(0)
    recorder?.dropped('a link to share the page', link)
  }
}

const hasOtherContent = (tree: Tree, link: Element): boolean =>
  link.end - link.id > MAX_NODES ||
  hasMoreWords(textContent(tree, link), MAX_WORDS) ||
  findAll(tree, link, 'img').some((img) => hasMoreWords(attr(img, 'alt') ?? '', MAX_DESCRIPTION))

/** Whether a text has more than `words` words. */
const hasMoreWords = (text: string, words: number): boolean =>
  text.length > MAX_TEXT || (text.match(/\S+/g)?.length ?? 0) > words
