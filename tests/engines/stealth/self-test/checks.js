// What public pages look at to tell a program's browser from a visitor's, written from their published descriptions: each check
// gives what it saw where that speaks against the visitor. The server fills in HEADERS, what it was asked with.
const frame = document.createElement('iframe')
frame.srcdoc = '<p>frame</p>'
document.body.append(frame)
await new Promise((resolve) => {
  frame.onload = resolve
})

const inWorker = await new Promise((resolve) => {
  const code = `(async () => postMessage({ agent: navigator.userAgent, languages: navigator.languages.join(), driver: navigator.webdriver,
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone, cores: navigator.hardwareConcurrency, platform: navigator.platform,
    brands: JSON.stringify(navigator.userAgentData?.brands) }))()`
  const worker = new Worker(URL.createObjectURL(new Blob([code])))
  worker.onmessage = ({ data }) => resolve(data)
})
const hints = await navigator.userAgentData?.getHighEntropyValues(['platform', 'fullVersionList', 'uaFullVersion'])
const notifications = await navigator.permissions.query({ name: 'notifications' })
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
const major = /Chrome\/(\d+)/.exec(navigator.userAgent)?.[1]

const gl = document.createElement('canvas').getContext('webgl')
const debugInfo = gl?.getExtension('WEBGL_debug_renderer_info')
const renderer = debugInfo ? String(gl.getParameter(debugInfo.UNMASKED_RENDERER_WEBGL)) : undefined

/** Whether somebody who listens to the console reads what is written there, as a debugger that has enabled its runtime does. */
function consoleIsRead() {
  let read = false
  const error = new Error('x')
  Object.defineProperty(error, 'stack', {
    configurable: true,
    get() {
      read = true
      return ''
    },
  })
  console.debug(error)
  const proxied = Object.create(
    new Proxy(
      {},
      {
        ownKeys() {
          read = true
          return []
        },
      },
    ),
  )
  console.groupEnd(proxied)
  return read
}

const isNative = (of) => /^function [\w ]*\(\) \{\s*\[native code\]\s*\}$/.test(Function.prototype.toString.call(of))
const getter = (object, name) => Object.getOwnPropertyDescriptor(object, name)?.get
const header = (name) => HEADERS.find(([one]) => one.toLowerCase() === name)?.[1]
const order = HEADERS.map(([name]) => name.toLowerCase())
const inOrder = (...names) => {
  const at = names.map((name) => order.indexOf(name)).filter((index) => index >= 0)
  return at.every((index, i) => i === 0 || index > at[i - 1])
}

const checks = {
  'navigator.webdriver': () => navigator.webdriver && 'true',
  'navigator was changed': () => Object.getOwnPropertyNames(navigator).join(),
  'getters of navigator were changed': () =>
    ['webdriver', 'plugins', 'languages', 'userAgent', 'platform', 'hardwareConcurrency']
      .filter((name) => getter(Navigator.prototype, name) && !isNative(getter(Navigator.prototype, name)))
      .join(),
  'functions were changed': () =>
    [navigator.permissions.query, HTMLCanvasElement.prototype.toDataURL, Element.prototype.attachShadow]
      .filter((one) => !isNative(one))
      .map((one) => one.name)
      .join(),
  'globals of automation': () =>
    [...Object.getOwnPropertyNames(window), ...Object.getOwnPropertyNames(document)]
      .filter((name) =>
        /__playwright|__pw|^\$?cdc_|webdriver|selenium|puppeteer|domAutomation|_phantom|nightmare/i.test(name),
      )
      .join(),
  'headless in the user agent': () => /headless/i.test(navigator.userAgent) && navigator.userAgent,
  'headless in client hints': () =>
    /headless/i.test(JSON.stringify([navigator.userAgentData?.brands, hints])) && 'brands',
  'client hints of another version': () =>
    hints &&
    !hints.fullVersionList.some(({ version }) => version.split('.')[0] === major) &&
    JSON.stringify(hints.fullVersionList),
  'client hints of another system': () =>
    hints && !new RegExp(hints.platform, 'i').test(`${navigator.userAgent} ${navigator.platform}`) && hints.platform,
  'no client hints': () => !navigator.userAgentData && 'none',
  'user agent of a worker': () => inWorker.agent !== navigator.userAgent && inWorker.agent,
  'languages of a worker': () => inWorker.languages !== navigator.languages.join() && inWorker.languages,
  'webdriver in a worker': () => inWorker.driver && 'true',
  'time zone of a worker': () => inWorker.zone !== zone && inWorker.zone,
  'cores of a worker': () => inWorker.cores !== navigator.hardwareConcurrency && String(inWorker.cores),
  'brands of a worker': () =>
    inWorker.brands !== JSON.stringify(navigator.userAgentData?.brands) && String(inWorker.brands),
  'webdriver in a frame': () => frame.contentWindow.navigator.webdriver && 'true',
  'chrome in a frame': () => !frame.contentWindow.chrome && 'none',
  'frame is not itself': () => (frame.contentWindow.self === window || frame.contentWindow === null) && 'proxied',
  'plugins of a frame': () =>
    frame.contentWindow.navigator.plugins.length !== navigator.plugins.length &&
    String(frame.contentWindow.navigator.plugins.length),
  'no plugins': () => navigator.plugins.length === 0 && 'none',
  'plugins are no plugins': () => !(navigator.plugins instanceof PluginArray) && 'another type',
  'no PDF viewer': () => navigator.pdfViewerEnabled === false && 'none',
  'no types': () => navigator.mimeTypes.length === 0 && 'none',
  'no languages': () => navigator.languages.length === 0 && 'none',
  'language is not the first': () => navigator.language !== navigator.languages[0] && navigator.languages.join(),
  'another language is sent': () =>
    header('accept-language')?.split(/[,;]/)[0] !== navigator.languages[0] && String(header('accept-language')),
  'no window.chrome': () => !window.chrome && 'none',
  'permissions contradict': () =>
    Notification.permission === 'denied' && notifications.state === 'prompt' && 'denied, and may be asked for',
  'no WebGL': () => !gl && 'none',
  'WebGL by software': () => /swiftshader|llvmpipe|mesa offscreen/i.test(renderer ?? '') && renderer,
  'a debugger reads the console': () => consoleIsRead() && 'stack',
  'a window without an outside': () => (outerWidth === 0 || outerHeight === 0) && `${outerWidth}x${outerHeight}`,
  'a window beyond the screen': () =>
    (outerWidth > screen.width || innerWidth > screen.width || innerHeight > screen.height) &&
    `${outerWidth}x${outerHeight} on ${screen.width}x${screen.height}`,
  'a page as large as its window': () =>
    outerHeight === innerHeight && outerWidth === innerWidth && `${outerWidth}x${outerHeight}`,
  'a screen of 800x600': () => screen.width === 800 && screen.height === 600 && '800x600',
  'few colours': () => screen.colorDepth < 24 && String(screen.colorDepth),
  'time zone contradicts itself': () => {
    const offset = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }).format(new Date())
    const [, sign = '+', hours = '0', minutes = '0'] = /GMT(?:([+-])(\d+):?(\d+)?)?/.exec(offset) ?? []
    const expected = (sign === '-' ? 1 : -1) * (Number(hours) * 60 + Number(minutes ?? 0))
    return (
      expected !== new Date().getTimezoneOffset() && !(expected === 0 && new Date().getTimezoneOffset() === 0) && offset
    )
  },
  'locale of the formats': () => {
    const locale = Intl.DateTimeFormat().resolvedOptions().locale
    return locale.split(/[-@]/)[0] !== navigator.language.split('-')[0] && locale
  },
  'no pointer': () =>
    (!matchMedia('(any-pointer: fine)').matches || !matchMedia('(any-hover: hover)').matches) && 'none',
  'a touch screen on a desktop': () => navigator.maxTouchPoints > 0 && String(navigator.maxTouchPoints),
  'no cores': () => !(navigator.hardwareConcurrency > 0) && 'none',
  'a line without delay': () => navigator.connection?.rtt === 0 && '0 ms',
  'a page that nobody sees': () => document.visibilityState !== 'visible' && document.visibilityState,
  'no H.264': () => !document.createElement('video').canPlayType('video/mp4; codecs="avc1.42E01E"') && 'none',
  'another user agent is sent': () => header('user-agent') !== navigator.userAgent && String(header('user-agent')),
  'hints that are sent': () =>
    (!header('sec-ch-ua') || /headless/i.test(header('sec-ch-ua')) || !header('sec-ch-ua-platform')) &&
    String(header('sec-ch-ua')),
  'a visit that nobody made': () =>
    ['site none', 'mode navigate', 'user ?1', 'dest document']
      .map((one) => one.split(' '))
      .filter(([name, value]) => header(`sec-fetch-${name}`) !== value)
      .map(([name]) => `${name} ${header(`sec-fetch-${name}`)}`)
      .join(),
  'headers in another order': () =>
    !inOrder(
      'host',
      'connection',
      'sec-ch-ua',
      'sec-ch-ua-mobile',
      'sec-ch-ua-platform',
      'upgrade-insecure-requests',
      'user-agent',
      'accept',
      'sec-fetch-site',
      'sec-fetch-mode',
      'sec-fetch-user',
      'sec-fetch-dest',
      'accept-encoding',
      'accept-language',
    ) && order.join(),
}

const marks = {}
for (const [name, look] of Object.entries(checks)) {
  const seen = look()
  if (seen) marks[name] = String(seen)
}
const { load } = await import('/botd.js')
const verdict = await (await load({ monitoring: false })).detect()
if (verdict.bot) marks['BotD says bot'] = verdict.botKind
document.getElementById('marks').textContent = JSON.stringify({ tried: Object.keys(checks).length + 1, marks })
