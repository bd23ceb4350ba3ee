import { type LabelledAnswer, page } from './labelled-answer.ts'

/** What vendors answer instead of a page. */
export const blocks: readonly LabelledAnswer[] = [
  {
    what: 'a Cloudflare challenge with its header',
    status: 403,
    headers: { 'cf-mitigated': 'challenge', server: 'cloudflare' },
    html: page('Just a moment...', ''),
    vendor: 'cloudflare',
  },
  {
    what: 'a Cloudflare challenge whose header a proxy has removed',
    status: 403,
    html: page(
      'Just a moment...',
      '<noscript>Enable JavaScript and cookies to continue</noscript><script>window._cf_chl_opt = { cvId: "3", cType: "managed" }; var a = document.createElement("script"); a.src = "/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1?ray=8f"</script>',
    ),
    vendor: 'cloudflare',
  },
  {
    what: 'a Cloudflare block by a firewall rule',
    status: 403,
    headers: { server: 'cloudflare' },
    html: page(
      'Attention Required! | Cloudflare',
      '<div class="cf-error-details"><h1>Sorry, you have been blocked</h1><p>You are unable to access example.com</p><span class="cf-error-code">1020</span></div>',
    ),
    vendor: 'cloudflare',
  },
  {
    what: 'a Cloudflare block that shows no code',
    status: 403,
    headers: { server: 'cloudflare' },
    html: page(
      'Attention Required! | Cloudflare',
      '<div id="cf-error-details"><h1 data-translate="block_headline">Sorry, you have been blocked</h1><p>Cloudflare Ray ID: <strong>8f</strong></p></div>',
    ),
    vendor: 'cloudflare',
  },
  {
    what: 'a Cloudflare block by the owner of the site',
    status: 403,
    headers: { server: 'cloudflare' },
    html: page(
      'Access denied | example.com used Cloudflare to restrict access',
      '<h1>Error 1020</h1><p>This website is using a security service to protect itself from online attacks.</p>',
    ),
    vendor: 'cloudflare',
  },
  {
    what: 'the status by which LinkedIn refuses',
    status: 999,
    html: '<html><head><script>window.onload = function() { window.location.href = "/authwall" }</script></head></html>',
    vendor: 'linkedin',
  },
  {
    what: 'an AWS WAF challenge',
    status: 202,
    headers: { 'x-amzn-waf-action': 'challenge' },
    html: page(
      '',
      '<script>window.gokuProps = { key: "a", iv: "b", context: "c" }</script><script src="https://0123.token.awswaf.com/0123/4567/challenge.js"></script>',
    ),
    vendor: 'aws-waf',
  },
  {
    what: 'an AWS WAF captcha without its header',
    status: 405,
    html: page(
      'Human Verification',
      '<div id="captcha-container"></div><script src="https://0123.eu-west-1.captcha.awswaf.com/0123/captcha.js"></script>',
    ),
    vendor: 'aws-waf',
  },
  {
    what: 'a DataDome captcha',
    status: 403,
    headers: { 'x-datadome': 'protected', 'x-dd-b': '1' },
    html: page(
      'example.com',
      "<p id=\"cmsg\">Please enable JS and disable any ad blocker</p><script>var dd={'rt':'c','cid':'AHrl','hsh':'9D4','t':'bv','s':1,'host':'geo.captcha-delivery.com'}</script><script src=\"https://ct.captcha-delivery.com/c.js\"></script>",
    ),
    vendor: 'datadome',
  },
  {
    what: 'a PerimeterX captcha',
    status: 403,
    html: page(
      'Access to this page has been denied',
      '<div id="px-captcha"></div><h1>Press &amp; Hold to confirm you are a human</h1><script>window._pxAppId = "PXabc"; window._pxJsClientSrc = "/abc/init.js"</script>',
    ),
    vendor: 'perimeterx',
  },
  {
    what: 'an Akamai refusal',
    status: 403,
    headers: { server: 'AkamaiGHost' },
    html: '<HTML><HEAD>\n<TITLE>Access Denied</TITLE>\n</HEAD><BODY>\n<H1>Access Denied</H1>\nYou don\'t have permission to access "http&#58;&#47;&#47;www&#46;example&#46;com&#47;" on this server.<P>\nReference&#32;&#35;18&#46;1d0f1202&#46;1732190000&#46;1a2b3c4d\n</BODY>\n</HTML>',
    vendor: 'akamai',
  },
  {
    what: 'an Akamai interstitial challenge',
    status: 200,
    html: page(
      '',
      '<div id="sec-if-cpt-container" role="main"></div><script src="/_sec/cp_challenge/sec-cpt-int-4-3.js" async defer></script>',
    ),
    vendor: 'akamai',
  },
  {
    what: 'an Imperva challenge with status 200',
    status: 200,
    headers: { 'x-iinfo': '9-123-0 0NNN', 'x-cdn': 'Imperva' },
    html: '<html style="height:100%"><head><META NAME="ROBOTS" CONTENT="NOINDEX, NOFOLLOW"></head><body style="margin:0px;height:100%"><iframe id="main-iframe" src="/_Incapsula_Resource?SWUDNSAI=31&xinfo=9-1&incident_id=123-456&edet=12" frameborder=0 width="100%" height="100%">Request unsuccessful. Incapsula incident ID: 123-456</iframe></body></html>',
    vendor: 'imperva',
  },
  {
    what: 'a Kasada challenge',
    status: 429,
    headers: { 'x-kpsdk-ct': '0abc' },
    html: '<!DOCTYPE html><html><head></head><body><script>window.KPSDK={};KPSDK.now=typeof performance!=="undefined"</script><script src="/149e9513-01fa-4fb0-aad4-566afd725d1b/2d206a39-8ed7-437e-a3be-862e0f06eea3/ips.js"></script></body></html>',
    vendor: 'kasada',
  },
  {
    what: 'a Vercel challenge',
    status: 403,
    headers: { 'x-vercel-mitigated': 'challenge' },
    html: page('Vercel Security Checkpoint', '<p>We are verifying your browser</p>'),
    vendor: 'vercel',
  },
  {
    what: 'an Anubis challenge with status 200',
    status: 200,
    html: page(
      'Making sure you&#39;re not a bot!',
      '<h1>Making sure you&#39;re not a bot!</h1><script id="anubis_version" type="application/json">"1.21"</script><script id="anubis_challenge" type="application/json">{"rules":{"algorithm":"fast"}}</script>',
    ),
    vendor: 'anubis',
  },
  {
    what: 'a Sucuri refusal',
    status: 403,
    html: page('Sucuri WebSite Firewall - Access Denied', '<h1>Access Denied - Sucuri Website Firewall</h1>'),
    vendor: 'sucuri',
  },
  {
    what: 'a Sucuri script challenge',
    status: 307,
    html: '<html><title>You are being redirected...</title><script>var s={},u,c,U,r;S="x";sucuri_cloudproxy_js="";</script></html>',
    vendor: 'sucuri',
  },
  {
    what: 'a DDoS-Guard challenge',
    status: 403,
    headers: { server: 'ddos-guard' },
    html: page(
      'DDoS-Guard',
      '<h1>Checking your browser before accessing</h1><script src="https://check.ddos-guard.net/check.js"></script>',
    ),
    vendor: 'ddos-guard',
  },
  {
    what: 'an F5 refusal with status 200',
    status: 200,
    html: '<html><head><title>Request Rejected</title></head><body>The requested URL was rejected. Please consult with your administrator.<br><br>Your support ID is: 1234567890</body></html>',
    vendor: 'f5',
  },
  {
    what: 'an F5 script challenge',
    status: 200,
    html: '<html><head><noscript>Please enable JavaScript to view the page content.</noscript><script src="/TSPD/08a1f2?type=7"></script></head><body></body></html>',
    vendor: 'f5',
  },
  {
    what: 'a Wordfence refusal',
    status: 503,
    html: page(
      'Your access to this site has been limited',
      '<p>Your access to this site has been limited by the site owner</p><p>Generated by Wordfence</p>',
    ),
    vendor: 'wordfence',
  },
  {
    what: 'the sorry page of a search engine',
    status: 429,
    html: page(
      'https://www.google.com/search',
      '<form action="index" method="post"></form><div>Our systems have detected unusual traffic from your computer network.</div>',
    ),
    vendor: 'google',
  },
  {
    what: 'the robot check of a shop, with status 200',
    status: 200,
    html: page(
      'Example',
      '<!-- To discuss automated access to our data please contact api-services-support@amazon.com. --><h4>Enter the characters you see below</h4><form action="/errors/validateCaptcha"></form>',
    ),
    vendor: 'amazon',
  },
  {
    what: 'a captcha of an unknown vendor',
    status: 403,
    html: page('Security check', '<p>Please verify you are human.</p><div class="g-recaptcha" data-sitekey="x"></div>'),
    vendor: 'unknown',
  },
  {
    what: 'a captcha of an unknown vendor, with status 200',
    status: 200,
    html: page(
      'Are you a robot?',
      '<p>To continue, please confirm that you are not a robot.</p><div class="h-captcha" data-sitekey="x"></div>',
    ),
    vendor: 'unknown',
  },
  {
    what: 'an interruption, with status 200',
    status: 200,
    html: page(
      'Pardon Our Interruption',
      '<h1>Pardon Our Interruption</h1><p>As you were browsing something about your browser made us think you might be a bot. Automated access is not allowed.</p>',
    ),
    vendor: 'unknown',
  },
  {
    what: 'a refusal for unusual activity',
    status: 403,
    html: page('Forbidden', '<p>We have detected unusual activity from your network.</p>'),
    vendor: 'unknown',
  },
]
