/** Folders, tools and hosts of the files that whole applications are packed into. */
const places =
  /(?:^|\/)(?:_next|_nuxt|_app|_framework|_expo|static\/js|static\/chunks|assets|build|dist|bundles?|packs|js|scripts|public|client|app|lib|src)\/|\.nocache\.js|@vite\/client|unpkg\.com|jsdelivr\.net|cdnjs|docsify|swagger-ui|redoc|react|vue|angular|ember|svelte|preact|alpine|blazor/i

/** What such a file is called, and how its name ends. */
const name =
  /(?:main|app|bundle|index|runtime|vendors?|chunk|polyfills?|client|boot|bootstrap|entry|umi|webpack|framework|dart|nocache|common|manifest|loader|scripts?|inline)\b|flutter/i
const ending = /\.(?:m?js|jsx|tsx?)\b/i

/** Whether a script's address is that of a file that a whole application is packed into. */
export const isBundle = (src: string): boolean => places.test(src) || src.split(/[^\w.~-]+/).some(isBundleName)

/**
 * Whether a part of an address has such a name, and such an ending behind it. Two expressions, since one for both
 * would read parts of the address again and again.
 */
function isBundleName(part: string): boolean {
  const found = name.exec(part)
  return found !== null && ending.test(part.slice(found.index + found[0].length))
}
