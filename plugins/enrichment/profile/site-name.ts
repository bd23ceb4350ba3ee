/** Words in titles that mean the home page, and not the company. Without punctuation, in lower case. */
const HOME = new Set(
  `home, homepage, home page, index, main page, start, welcome, official site, official website, startseite,
  willkommen, herzlich willkommen, hauptseite, accueil, page d accueil, bienvenue, inicio, página de inicio,
  bienvenidos, início, página inicial, bem vindo, benvenuti, pagina iniziale, homepagina, startpagina, welkom,
  startsida, hem, forside, hjem, velkommen, etusivu, strona główna, domů, úvod, úvodní stránka, főoldal,
  kezdőlap, acasă, ana sayfa, anasayfa, главная, головна, главная страница, トップページ, ホーム, 首页, 首頁, 홈,
  الرئيسية, الصفحة الرئيسية, דף הבית, หน้าแรก, αρχική, αρχική σελίδα, होम, trang chủ, beranda`
    .normalize('NFC')
    .split(/,\s+/),
)
const WELCOME =
  /^(?:welcome to|willkommen (?:bei|im|in der|auf der)|bienvenue (?:chez|à)|bienvenidos a|benvenuti (?:a|da|in))\s+/iu
const BETWEEN = / [–—·•»:~-] |[|｜]/

const lettersOf = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')

/** The part of a home page's title that is the site's name: the one that matches the host, otherwise the shortest. */
export function nameOfTitle(title: string | null, { hostname }: URL): string | null {
  const parts = (title ?? '').split(BETWEEN).flatMap((part) => part.trim().replace(WELCOME, '').trim() || [])
  const names = parts.filter(
    (part) =>
      !HOME.has(
        part
          .toLowerCase()
          .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
          .trim(),
      ),
  )
  const host = hostname.split('.').slice(0, -1)
  const name = lettersOf(host.reduce((long, label) => (label.length > long.length ? label : long), ''))
  const isOfHost = (part: string) => {
    const letters = lettersOf(part.normalize('NFD').replace(/\p{M}/gu, ''))
    return name.length > 2 && letters.length > 2 && (letters.includes(name) || name.includes(letters))
  }
  const own = names.filter(isOfHost)
  const shortest = (texts: string[]) => texts.reduce((best, text) => (text.length < best.length ? text : best))
  return own.length > 0 ? shortest(own) : names.length > 0 ? shortest(names) : null
}
