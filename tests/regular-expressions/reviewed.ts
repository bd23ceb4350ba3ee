/** An expression that recheck cannot call safe, and that may stay. */
export interface Reviewed {
  expression: RegExp
  /** What limits the text it runs on, or the work it does for each character. */
  reason: string
}

export const reviewed: readonly Reviewed[] = [
  { expression: /\/+$/, reason: "It runs on a setting of the operator's own" },
  {
    expression: /<input\b[^>]{0,500}type="?(?:password|email|search|text)/i,
    reason:
      'It runs on the start of an answer that may be a challenge, 256 KiB at most, and looks 500 characters ahead at most',
  },
  {
    expression:
      /\b_cf_chl_opt\b|\/cdn-cgi\/challenge-platform\/\S{0,200}orchestrate|id="challenge-form"[^>]{0,300}__cf_chl|cf-error-code">10\d\d|<title>(?:Attention Required! \| Cloudflare|[^<]{0,200} used Cloudflare to restrict access)|error code: 10(?:0[5-9]|1[0-5]|20)\b/i,
    reason:
      'It runs on the start of an answer that may be a challenge, 256 KiB at most, and looks 500 characters ahead at most',
  },
  {
    expression: /\.awswaf\.com\/\S{1,200}\/(?:challenge|captcha)\.js|\bgokuProps\b/i,
    reason:
      'It runs on the start of an answer that may be a challenge, 256 KiB at most, and looks 500 characters ahead at most',
  },
  {
    expression:
      /The requested URL was rejected\. Please consult with your administrator|\/TSPD\/\S{0,200}\?type=|\bbobcmn\b/i,
    reason:
      'It runs on the start of an answer that may be a challenge, 256 KiB at most, and looks 500 characters ahead at most',
  },
  {
    expression: /\/showcaptcha\?|\bSmartCaptcha\b.{0,200}checkbox/is,
    reason:
      'It runs on the start of an answer that may be a challenge, 256 KiB at most, and looks 500 characters ahead at most',
  },
  {
    expression:
      /<title[^>]{0,200}>\s{0,50}(?:just a moment|attention required|pardon our interruption|robot check|are you (?:a )?(?:human|robot|bot)|(?:please )?verify(?:ing)? (?:that )?you|human verification|bot verification|security (?:check|verification|challenge)|ddos protection|checking your browser|one more step|making sure you|captcha\b|you have been blocked)/i,
    reason:
      'It runs on the start of an answer that may be a challenge, 256 KiB at most, and looks 500 characters ahead at most',
  },
  { expression: /(?:file:\/\/)?\/[^\s()]+:\d+:\d+/g, reason: 'It runs on the stack of a module that does not load' },
  { expression: /\d+(?:\.\d+)+/, reason: "It runs on what the operator's own browser calls itself" },
  { expression: /[\w .-]*\d+(\.\d+)+/, reason: "It runs on what the operator's own browser calls itself" },
  {
    expression: /([\p{L}\p{M}]{1,40})([-\u00ad\u2010])$/u,
    reason: 'It looks 40 characters ahead at most, in a process of its own',
  },
  {
    expression: /\/[^\s()]+:\d+:\d+/g,
    reason: 'It runs on the stack of what a plugin of the operator throws at start',
  },
  {
    expression: /[.\u00b7\u2026_](?:\s?[.\u00b7\u2026_]){3,}\s*\S{0,8}$/,
    reason: 'It runs on the last 300 characters of a line',
  },
  {
    expression:
      /(?:^|[\s|])(?:by|von|par|por|di)\s+(\p{Lu}[^|•·⋅∙]{2,60}|[\p{L}\d_.-]{3,20}(?:\s+(?:on|am|le|el)\b.*)?)$/iu,
    reason: 'It runs on the text of one block; 256 kB of the attack take 5 ms',
  },
  {
    expression:
      /\s*(?:[|•·●⋅∙\n\t]|\s[-–—/]\s|\s[–—-]\s?$|\(|\[|<|,?\s+(?:on|am|op|in|at|für|for|from|of|via|is|has|was|bei|aus|über|updated|published|posted|last|mins?|follow|read|view|see|more)\b|,? (?:le|el|il) (?:[a-zéáì]{4,9} )?\d|[\s,]\d|https?:|published|updated|posted|about the author|read more|view all|follow|subscribe|share|veröffentlicht|aktualisiert|bio\b|\s@|(?:; )?(?:reviewed|edited|editing) by|fact checked|\s(?:photo(?:graph)?s?|photography|fotos?|bilder|illustration(?:en|s)?)\s?(?:by|von|:))/i,
    reason: 'It runs on 2,000 characters of one line at most, their runs of blanks made one',
  },
  {
    expression:
      /^(?:(?:senior|chief|lead|associate|assistant|deputy|managing|executive|contributing|special|staff|guest|freelance|former)\s+)*(?:staff|writer|reporter|editor|correspondent|contributor|columnist|author|journalist|producer|critic|photographer|redakteurin?|autorin?|redaktion|and|news|.* (?:staff|writer|reporter|editor|correspondent|contributor|news|times|post|press))\b/i,
    reason: 'It runs on 2,000 characters of one line at most, their runs of blanks made one',
  },
  {
    expression: /\s*(?:,|;|&|、|，|\s(?:[Aa]nd|AND|und|UND|et|y|e|with|og|och|en|i|mit|a)\s)\s*/,
    reason: 'It runs on 2,000 characters of one line at most, their runs of blanks made one',
  },
  {
    expression:
      /\s+[|\u2013\u2014\u00b7\u2022»«›‹▪‖/\\~<>*+→-]+\s+|\s*[|»›｜]\s*|\s+::\s+|\s*[_—]{1,2}\s*(?=\S{2,}$)|:\s+| \[/g,
    reason: 'It runs on titles of 800 characters at most',
  },
  {
    expression:
      /\.innerHTML\s?\+?=|\.textContent\s?\+?=|\.innerText\s?\+?=|document\.write(?:ln)?\(|\.append(?:Child)?\(|insertAdjacent(?:HTML|Element)|insertBefore\(|\.replace(?:With|Children)\(|createRoot\(|hydrateRoot\(|ReactDOM|\.mount\(|new Vue\(|createApp\(|Elm\.(?:\w{1,60}\.){1,6}init|customElements\.define|\$mount|bootstrapModule|platformBrowser|m\.(?:mount|render)\(|\.html\(|import\(|__sveltekit|kit\.start|_flutter|webpackJsonp|webpackChunk|__webpack_require__|SystemJS|System\.import|require\(\[|Backbone|angular\.module|Ext\.(?:application|onReady)|Polymer\(|docsify|SwaggerUIBundle|Redoc\.init|Blazor|createElement\(/,
    reason: 'It runs on 200,000 characters of a script at most; the worst takes 26 ms',
  },
  {
    expression: /\sname\s?=\s?(?:"([^"]{0,500})"|'([^']{0,500})'|([^\s>"']{1,500}))/i,
    reason: 'It runs on tags of 4,000 characters at most',
  },
  {
    expression:
      /(?:[お\p{Script=Han}](?:電話|电话)|[가-힣]전화|热线|熱線|專線|هاتف|تليفون|تلفون|جوال|טלפון|טל['׳]|נייד|โทรศัพท์|โทร|फ़ोन|फोन|दूरभाष)[ \t*_|:.[\]]{0,6}([+(]{0,2}\d[\d ()/.‐‑–−ー-]{5,24}\d)/gu,
    reason: 'Each repetition is of 24 characters at most, and only behind one of the words',
  },
]
