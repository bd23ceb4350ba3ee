/** Types of packages that ship none. */

declare module 'html-encoding-sniffer' {
  /** The standard name of the encoding, by byte order mark, label, `<meta>` and XML declaration, in this order. */
  export default function sniffEncoding(
    bytes: Uint8Array,
    options?: { transportLayerEncodingLabel?: string; defaultEncoding?: string; maxPrescanBytes?: number },
  ): string
}

declare module '@joplin/turndown-plugin-gfm' {
  import type TurndownService from 'turndown'
  export const gfm: TurndownService.Plugin
}
