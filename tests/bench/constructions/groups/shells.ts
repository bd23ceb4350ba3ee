import { type Construction, each } from '../construction.ts'
import { page } from '../content.ts'

const script = (name: string, make: (n: number) => string) =>
  page(name, (n) => `<div id=root></div><script>${make(n)}</script>`, { formats: ['text'] })

/** Pages that look like app shells or challenges, which are inspected before a page is rendered. */
export const shells: Construction[] = [
  script('timers with blanks', (n) => `setTimeout(${' '.repeat(60)}`.repeat(Math.min(n, 5)) + 'x'.repeat(n)),
  script('timers', (n) => `${`setTimeout(${' '.repeat(200)}`.repeat(5)}x${' '.repeat(n)}`),
  script('many timers', (n) => 'setTimeout(function(){'.repeat(n)),
  script('names of Elm', (n) => 'Elm.o.'.repeat(n)),
  script('variables', (n) => 'var a = b;'.repeat(n)),
  script('comments', (n) => '//\n/*'.repeat(n)),
  script('ends of comments', (n) => `/*${'*//*l'.repeat(n)}`),
  script('bundles', (n) => 'app.'.repeat(n)),
  page('a script from a long address', (n) => `<div id=app></div><script src="${'app.'.repeat(n)}"></script>`),
  page('many scripts', (n) => `<div id=app></div>${each(n, (i) => `<script src=/static/js/${i}.js></script>`)}`),
  page('noscript of opening signs', (n) => `<noscript>${'<'.repeat(n)}`),
  page('noscript of tags', (n) => `<noscript>${'<p a'.repeat(n)}</noscript>`),
  page('mounts', (n) => '<div id=root class="a b c"></div>'.repeat(n)),
  page(
    'a mount with many attributes',
    (n) => `<div ${each(n, (i) => `id${i}="a" `)}></div><script src=/app.js></script>`,
  ),
  page(
    'an attribute begun again and again',
    (n) => `<div id="\t${' id="'.repeat(n)}></div><script src=/app.js></script>`,
  ),
  page('titles of challenges', (n) => `${'<title'.repeat(Math.min(n, 10_000))} just a moment`),
  page('forms of challenges', (n) => `captcha ${'id="challenge-form"'.repeat(Math.min(n, 3000))}`),
  page('boxes of challenges', (n) => `captcha ${'class="O'.repeat(Math.min(n, 7000))}`),
  page('addresses of challenges', (n) => `gokuProps ${'.awswaf.com/a'.repeat(Math.min(n, 4500))}`),
  page('inputs of challenges', (n) => `captcha ${'<input\0'.repeat(Math.min(n, 8500))}`),
  page('words of challenges', (n) => 'SmartCaptcha '.repeat(Math.min(n, 4500))),
]
