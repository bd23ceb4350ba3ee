/** Folders, tools and hosts of files that contain whole applications. */
const places =
  /(?:^|\/)(?:_next|_nuxt|_app|_framework|_expo|static\/js|static\/chunks|assets|build|dist|bundles?|packs|js|scripts|public|client|app|lib|src)\/|\.nocache\.js|@vite\/client|unpkg\.com|jsdelivr\.net|cdnjs|docsify|swagger-ui|redoc|react|vue|angular|ember|svelte|preact|alpine|blazor/i

/** The names of such files, and their extensions. */
const name =
  /(?:main|app|bundle|index|runtime|vendors?|chunk|polyfills?|client|boot|bootstrap|entry|umi|webpack|framework|dart|nocache|common|manifest|loader|scripts?|inline)\b|flutter/i
const ending = /\.(?:m?js|jsx|tsx?)\b/i

/** Whether a script's URL is that of a file that contains a whole application. */
export const isBundle = (src: string): boolean => places.test(src) || src.split(/[^\w.~-]+/).some(isBundleName)

/**
 * Whether a part of a URL has such a name followed by such an extension. Two expressions, because a single one would
 * read parts of the URL repeatedly.
 */
function isBundleName(part: string): boolean {
  const found = name.exec(part)
  return found !== null && ending.test(part.slice(found.index + found[0].length))
}
