/** Whether a style name is one that programs and authors use for code. */
export const isCodeName = (name: string) =>
  /^(source|verbatim|inline|block)?[ -]?(code|verbatim)\b|preformatted|^source (code|text)|^html (code|keyboard|sample|typewriter)|^plain ?text$|^macro|code ?block|^listing/.test(
    name.replaceAll('_', ' '),
  )

/** Whether a font is used only for code. */
export const isMonospaced = (font: string): boolean =>
  /^(consolas|courier|menlo|monaco|lucida console|andale mono|cascadia|fira (code|mono)|jetbrains|source code|sf mono|ubuntu mono|(dejavu sans|liberation|roboto|noto sans|ibm plex) mono)/i.test(
    font,
  )
