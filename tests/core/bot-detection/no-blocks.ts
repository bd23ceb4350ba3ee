import { article, type LabelledAnswer, page } from './labelled-answer.ts'

/** Pages and failures that look like a block, and are none. */
export const noBlocks: readonly LabelledAnswer[] = [
  { what: 'an article', status: 200, html: article(''), vendor: undefined },
  {
    what: 'an article about captchas and their vendors',
    status: 200,
    html: article(
      '<h2>Just a moment: how captchas verify you are human</h2><p>Cloudflare sets _cf_chl_opt, DataDome loads captcha-delivery.com, PerimeterX has px-captcha, and Imperva its _Incapsula_Resource.</p>',
    ),
    vendor: undefined,
  },
  {
    what: 'a short page that quotes the code of a challenge',
    status: 200,
    html: page(
      'Notes',
      '<p>What the page had:</p><pre><code>&lt;script&gt;window._cf_chl_opt = {}&lt;/script&gt; src="/_Incapsula_Resource?x=1" id="px-captcha"</code></pre>',
    ),
    vendor: undefined,
  },
  {
    what: 'a login form with a captcha',
    status: 200,
    html: page(
      'Sign in',
      '<form><input type="email" name="e"><input type="password" name="p"><div class="g-recaptcha" data-sitekey="x"></div><button>Sign in</button></form><p>Complete the captcha to show that you are not a robot</p>',
    ),
    vendor: undefined,
  },
  {
    what: 'a contact form with a captcha',
    status: 200,
    html: page(
      'Contact',
      `<form><input type="text" name="n"><textarea></textarea><div class="h-captcha"></div></form><script src="https://js.hcaptcha.com/1/api.js"></script>`,
    ),
    vendor: undefined,
  },
  {
    what: 'a login form that refuses',
    status: 401,
    html: page('Sign in', '<form><input type="text"><input type="password"></form><p>Wrong name or password</p>'),
    vendor: undefined,
  },
  {
    what: 'a page behind Cloudflare',
    status: 200,
    headers: { server: 'cloudflare', 'cf-ray': '8f-FRA', 'set-cookie': '__cf_bm=x' },
    html: page(
      'Short',
      '<p>Hello</p><script>(function(){var a="/cdn-cgi/challenge-platform/scripts/jsd/main.js"})()</script>',
    ),
    vendor: undefined,
  },
  {
    what: 'a 404 behind Cloudflare',
    status: 404,
    headers: { server: 'cloudflare' },
    html: page('Not found', '<h1>404</h1><script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script>'),
    vendor: undefined,
  },
  {
    what: 'a Cloudflare error about the origin',
    status: 522,
    headers: { server: 'cloudflare' },
    html: page(
      'example.com | 522: Connection timed out',
      '<span class="cf-error-code">522</span><h1>Connection timed out</h1>',
    ),
    vendor: undefined,
  },
  {
    what: 'a page with DataDome on it',
    status: 200,
    headers: { 'x-datadome': 'protected' },
    html: page('Shop', '<p>Kettles</p><script src="https://js.datadome.co/tags.js"></script>'),
    vendor: undefined,
  },
  {
    what: 'a page with PerimeterX on it',
    status: 200,
    html: page(
      'Shop',
      '<p>Kettles</p><script>window._pxAppId="PX1"</script><script src="https://client.perimeterx.net/PX1/main.min.js"></script>',
    ),
    vendor: undefined,
  },
  {
    what: 'a plain 403',
    status: 403,
    html: "<html><head><title>403 Forbidden</title></head><body><h1>Forbidden</h1><p>You don't have permission to access this resource.</p></body></html>",
    vendor: undefined,
  },
  {
    what: 'a 403 of a content system',
    status: 403,
    html: page('Access denied | Intranet', '<h1>Access denied</h1><p>You are not authorized to access this page.</p>'),
    vendor: undefined,
  },
  {
    what: 'a plain 429',
    status: 429,
    html: page('Too many requests', '<h1>Too many requests</h1><p>Slow down and try again later.</p>'),
    vendor: undefined,
  },
  {
    what: 'a plain 503',
    status: 503,
    html: page('Service unavailable', '<h1>Maintenance</h1><p>We will be back in a minute.</p>'),
    vendor: undefined,
  },
  {
    what: 'a short page',
    status: 200,
    html: page('Plain page', '<h1>Plain</h1><p>PLAINMARK some text.</p>'),
    vendor: undefined,
  },
  {
    what: 'an empty shell of an application',
    status: 200,
    html: page(
      'App',
      '<noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div><script src="/static/js/main.js"></script>',
    ),
    vendor: undefined,
  },
  {
    what: 'a page about robots',
    status: 200,
    html: page('Robots for human needs', '<h1>Robots</h1><p>Our robot is automated.</p>'),
    vendor: undefined,
  },
  {
    what: 'a JSON refusal',
    status: 403,
    headers: { 'content-type': 'application/json' },
    html: '{"error":"verify you are human","captcha":true}',
    vendor: undefined,
  },
  {
    what: 'an accepted request',
    status: 202,
    html: page('Accepted', '<p>Your request was accepted.</p>'),
    vendor: undefined,
  },
]
