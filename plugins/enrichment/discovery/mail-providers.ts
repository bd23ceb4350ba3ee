import { createRequire } from 'node:module'

/**
 * Domains where anybody can get a mailbox, so that an address need not belong to the company that owns the domain.
 * Published lists have thousands more, but they include companies that once offered free mail, about which nothing
 * would be found.
 */
const free = new Set(
  `126.com 139.com 163.com 163.net 188.com abv.bg alice.it aliyun.com aol.co.uk aol.com aol.de aol.fr arcor.de
  arnet.com.ar atlas.cz att.net azet.sk bell.net bellsouth.net bezeqint.net bigpond.com bigpond.net.au blueyonder.co.uk
  bluewin.ch bol.com.br btinternet.com btopenworld.com cableone.net centrum.cz centrum.sk charter.net chello.at
  chello.nl club-internet.fr cock.li comcast.net cox.net daum.net disroot.org docomo.ne.jp duck.com earthlink.net
  email.com email.cz email.de email.it eircom.net ezweb.ne.jp fastmail.com fastmail.fm fibertel.com.ar foxmail.com
  free.fr freemail.hu freenet.de frontier.com gmail.com gmx.at gmx.ch gmx.co.uk gmx.com gmx.de gmx.es gmx.eu gmx.fr
  gmx.info gmx.net gmx.org gmx.us gmx.biz googlemail.com hanmail.net hetnet.nl hey.com home.nl hotmail.ch hushmail.com
  i.ua icloud.com ig.com.br iinet.net.au in.com inbox.com inbox.lv inbox.ru indiatimes.com inode.at inwind.it internode.on.net
  interia.eu interia.pl iol.it iol.pt juno.com kabelmail.de keemail.me kpnmail.nl laposte.net libero.it list.ru live.com mac.com
  magenta.de mail.be mail.bg mail.com mail.de mail.ee mail.kz mail.ru mailbox.org mailfence.com me.com mindspring.com
  msn.com mweb.co.za my.com nate.com naver.com neostrada.pl netcologne.de netscape.net netzero.net ngs.ru nifty.com
  ntlworld.com numericable.fr o2.pl o2online.de online.de online.no onet.eu onet.pl op.pl optimum.net optonline.net
  optusnet.com.au orange.fr outlook.com ozemail.com.au pacbell.net planet.nl pm.me pobox.com poczta.fm poczta.onet.pl
  posteo.de posteo.net post.cz post.sk proton.me protonmail.ch protonmail.com qq.com quicknet.nl rambler.ru rediff.com
  rediffmail.com riseup.net rocketmail.com rogers.com runbox.com sapo.pt sbcglobal.net scarlet.be seznam.cz sfr.fr
  shaw.ca sina.cn sina.com sky.com skynet.be softbank.ne.jp sohu.com startmail.com sunrise.ch swissonline.ch swbell.net
  sympatico.ca t-online.de talktalk.net telenet.be telfort.nl telus.net terra.com.br terra.es thunderbird.net tiscali.co.uk
  tiscali.it tom.com tpg.com.au tut.by tuta.com tuta.io tutamail.com tutanota.com tutanota.de ukr.net unitybox.de
  uol.com.br usa.com usa.net vodafone.de verizon.net versatel.nl versanet.de videotron.ca vip.163.com vip.qq.com
  virgilio.it virgin.net virginmedia.com vk.com voila.fr volny.cz walla.co.il walla.com wanadoo.es wanadoo.fr wanadoo.nl
  web.de windowslive.com windstream.net wp.pl xs4all.nl xtra.co.nz ya.ru yandex.by yandex.com yandex.kz yandex.ru yandex.ua
  yeah.net ymail.com zoho.com zoho.eu zohomail.com zohomail.eu ziggo.nl zonnet.nl`.split(/\s+/),
)
/** Providers with a domain in each country. */
const families = /^(?:hotmail|live|outlook|yahoo|ymail|yandex|zoho)\.(?:com?\.)?[a-z]{2,3}$/

const require = createRequire(import.meta.url)
const loadList = () => require('disposable-email-domains-js') as typeof import('disposable-email-domains-js')
let disposable: ReadonlySet<string> | undefined
/** Loaded on demand, as the list is large. */
const disposables = () => (disposable ??= new Set(loadList().disposableEmailBlocklist()))

/** Whether anybody can get a mailbox there. */
export const isFreeMail = (domain: string): boolean => free.has(domain) || families.test(domain)

/** Whether mailboxes there are temporary; providers also hand out subdomains. */
export function isDisposable(domain: string): boolean {
  for (let name = domain; name.includes('.'); name = name.slice(name.indexOf('.') + 1))
    if (disposables().has(name)) return true
  return false
}
