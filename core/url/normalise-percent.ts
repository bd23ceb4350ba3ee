/** Decodes needless percent-encoding, and writes the rest in capitals. Invalid escapes stay. */
export const normalisePercent = (text: string): string =>
  text.includes('%')
    ? text.replace(/%[0-9a-f]{2}/gi, (escape) => {
        const char = String.fromCharCode(Number.parseInt(escape.slice(1), 16))
        return /[\w.~-]/.test(char) ? char : escape.toUpperCase()
      })
    : text
