/** Parts of large brackets, arrows and signs of Adobe's Symbol font, from U+F8E5. Source: Adobe Glyph List. */
const SYMBOL_PARTS = '‾⏐⎯®©™⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪⎮⎞⎟⎠⎤⎥⎦⎫⎬⎭'
const FIRST_PART = 0xf8e5

/** Bullets of Office's symbol fonts. Source: the encodings of Symbol and Wingdings. */
const BULLETS: Readonly<Record<string, string>> = { '\uf0b7': '•', '\uf0a7': '▪', '\uf0d8': '➢', '\uf0fc': '✓' }

/** Text in which characters for private use that symbol fonts give a meaning to have their code in Unicode. */
export const fromPrivateUse = (text: string): string =>
  text
    .replace(/[\uf8e5-\uf8fe]/g, (part) => SYMBOL_PARTS[part.charCodeAt(0) - FIRST_PART]!)
    .replace(/[\uf0a7\uf0b7\uf0d8\uf0fc]/g, (bullet) => BULLETS[bullet]!)
