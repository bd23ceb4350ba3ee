/** Writes to every storage of a page until each refuses, or up to 168 MB. */
const fill = `<p id=out></p><script>
  const noise = new Uint8Array(8e6)
  for (let i = 0; i < noise.length; i += 65536) crypto.getRandomValues(noise.subarray(i, i + 65536))
  const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = request.oncomplete = () => resolve(request.result)
    request.onerror = request.onabort = () => reject(request.error)
  })
  const ways = {
    async cache() {
      const cache = await caches.open('x')
      return (i) => cache.put('/' + i, new Response(noise))
    },
    async database() {
      const opening = indexedDB.open('x')
      opening.onupgradeneeded = () => opening.result.createObjectStore('s')
      const database = await done(opening)
      return async (i) => {
        const transaction = database.transaction('s', 'readwrite')
        transaction.objectStore('s').put(noise, i)
        await done(transaction)
      }
    },
    async files() {
      const folder = await navigator.storage.getDirectory()
      return async (i) => {
        const writing = await (await folder.getFileHandle('x' + i, { create: true })).createWritable()
        await writing.write(noise)
        await writing.close()
      }
    },
  }
  const fill = async (way) => {
    try {
      const write = await ways[way]()
      for (let i = 0; i < 7; i++) await write(i)
    } catch {}
  }
  Promise.all(Object.keys(ways).map(fill)).then(() => fetch('/look')).then(() => { out.textContent = 'FILLED' })
</script>`
/** Writes 48 million characters to the console, as failures, and to where Firefox lets pages write. */
const chatter = `<p id=out></p><script>
  const long = 'a'.repeat(4e6)
  let said = 0
  const more = async () => {
    said += 1
    if (said % 2 === 0) await fetch('/look')
    if (said > 3) out.textContent = 'SAID'
    else setTimeout(more, 20)
    console.log(long)
    globalThis.dump?.(long)
    throw new Error(long)
  }
  onload = more
</script>`

/** The pages that want too much, by their paths. */
export const greedyPages: Readonly<Record<string, string>> = {
  '/fills': fill,
  '/says': chatter,
  '/few': '<iframe srcdoc="<p>inner</p>"></iframe>'.repeat(5),
  // Nobody has to lay out what is hidden.
  '/grows': '<script>document.write("<p hidden>" + "a".repeat(15e6))</script>',
  '/wide': '<div style="width: 20000px">wide</div>',
  // Firefox waits a while after each page that it prints.
  '/long': '<p style="break-after: page">page</p>'.repeat(210),
  '/': '<p>PLAINMARK</p>',
}
