import { decodePercent } from 'weirjs'

/** A link of a page, and its text. */
export interface NamedLink {
  text: string
  url: string
}

/** Phrases in URLs and links, by the kind of page that they lead to; the most useful kinds first. */
const kinds: Readonly<Record<string, string>> = {
  about: `about, about us, about the company, who we are, our company, our story, company, corporate, ueber uns,
    uber uns, über uns, das unternehmen, unternehmen, firma, wir ueber uns, wer wir sind, a propos, à propos,
    qui sommes nous, notre entreprise, entreprise, societe, la societe, société, chi siamo, azienda, l azienda,
    la azienda, societa, quienes somos, quiénes somos, sobre nosotros, nosotros, empresa, la empresa, sobre,
    sobre nos, sobre nós, quem somos, a empresa, over ons, over, wie zijn wij, om oss, om os, om, tietoa meista,
    yritys, o nas, o firmie, o spolecnosti, o společnosti, rolunk, rólunk, despre noi, hakkimizda, hakkımızda,
    kurumsal, о компании, о нас, про нас, 会社概要, 会社情報, 企業情報, 会社案内, 会社紹介, 私たちについて, 关于我们, 公司简介,
    公司介绍, 企业简介, 關於我們, 公司簡介, 회사소개, 회사 소개, 회사개요, من نحن, عن الشركة, אודות, אודותינו, מי אנחנו, เกี่ยวกับเรา,
    σχετικά με εμάς, η εταιρεία, ποιοι είμαστε, हमारे बारे में, giới thiệu, về chúng tôi, tentang kami`,
  contact: `contact, contact us, contacts, get in touch, kontakt, kontakte, kontaktieren sie uns,
    contactez nous, nous contacter, contatti, contattaci, contacto, contactenos, contato, contacte, contactos,
    fale conosco, neem contact op, kontakta oss, kontakt os, kontakt oss, yhteystiedot, ota yhteytta,
    ota yhteyttä, kontakty, kapcsolat, iletisim, iletişim, контакты, контакти, お問い合わせ, お問合せ, 联系我们, 联系方式, 聯絡我們,
    聯繫我們, 문의하기, 오시는 길, اتصل بنا, تواصل معنا, צור קשר, צרו קשר, ติดต่อเรา, επικοινωνία, संपर्क करें, liên hệ, hubungi kami,
    locations, offices, standorte`,
  imprint: `imprint, impressum, legal notice, legal information, legal, mentions legales, mentions légales,
    note legali, informazioni legali, aviso legal, informacion legal, colofon, colophon, disclaimer, tietosuoja,
    tiráž, tiraz, impresum, impresszum, 特定商取引法に基づく表記`,
}

/** Each phrase with its kind, and its position in the kind's list. */
const phrases = new Map(
  Object.entries(kinds).flatMap(([kind, list]) =>
    list.split(/,\s+/).map((phrase, place) => [phrase.normalize('NFC'), { kind, place }] as const),
  ),
)

/** Words only, separated by single spaces. */
const plain = (text: string) =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim()

/**
 * The kind that a part of a link's text names, as in "Impressum / Datenschutz" or "Contact & directions"; the first
 * part counts.
 */
function partOf(text: string) {
  const parts = text.length <= MAX_LENGTH ? text.split(/[&/|,+]/) : []
  return parts.length > 1 ? parts.map((part) => phrases.get(plain(part))).find(Boolean) : undefined
}

/** The most characters of a URL and of a text, and the most links, that are examined. */
const MAX_LENGTH = 200
const MAX_LINKS = 2000

/** The last segment of a path as words, without a file extension. */
function nameOf({ pathname }: URL): string {
  const last = pathname.replace(/\/+$/, '').split('/').at(-1) ?? ''
  return plain(decodePercent(last.replace(/\.(?:html?|php|aspx?|jsp)$/i, '')))
}

const withoutWww = (host: string) => host.replace(/^www\./, '')

/** What tells the pages of a site apart; some sites do so only in the query, such as `/?page_id=2`. */
const pageOf = ({ pathname, search }: URL) => pathname + search

/** Whether a URL is on the same host, with or without `www.`. */
const isOfSite = (url: URL, home: URL) =>
  /^https?:$/.test(url.protocol) && withoutWww(url.hostname) === withoutWww(home.hostname) && url.port === home.port

/** The pages where a company describes itself, by the texts of links and their URLs: at most one of each kind. */
export function findPages(home: URL, links: Iterable<NamedLink>): URL[] {
  const best = new Map<string, { url: URL; rank: number }>()
  let looked = 0
  for (const { text, url: address } of links) {
    if (++looked > MAX_LINKS) break
    const url = address.length <= 4 * MAX_LENGTH ? URL.parse(address) : null
    if (!url || !isOfSite(url, home) || pageOf(url) === pageOf(home)) continue
    url.hash = ''
    const named = text.length <= MAX_LENGTH ? phrases.get(plain(text)) : undefined
    const partly = named ?? partOf(text)
    const found = partly ?? phrases.get(nameOf(url))
    if (!found) continue
    // The text of a link counts more than its URL; then shorter paths, then more common phrases.
    const rank = (named ? 0 : partly ? 5e5 : 1e6) + url.pathname.split('/').length * 1000 + found.place
    const before = best.get(found.kind)
    if (!before || rank < before.rank) best.set(found.kind, { url, rank })
  }
  const urls = Object.keys(kinds).flatMap((kind) => best.get(kind)?.url ?? [])
  return urls.filter((url, i) => urls.findIndex(({ href }) => href === url.href) === i)
}

/** The links of an outline (the format `json`), with their texts. */
export function* namedLinks(outline: unknown): Generator<NamedLink> {
  const left: unknown[] = [outline]
  while (left.length > 0) {
    const next = left.pop()
    if (typeof next !== 'object' || next === null) continue
    const { text, url } = next as Record<string, unknown>
    if (typeof text === 'string' && typeof url === 'string') yield { text, url }
    left.push(...Object.values(next).reverse())
  }
}
