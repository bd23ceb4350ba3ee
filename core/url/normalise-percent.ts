/** Decodes what needs no encoding, and writes the rest in capitals. Text that is not an escape stays. */
export const normalisePercent = (text: string): string =>
  text.includes('%')
    ? text.replace(/%[0-9a-f]{2}/gi, (escape) => {
        const char = String.fromCharCode(Number.parseInt(escape.slice(1), 16))
        return /[\w.~-]/.test(char) ? char : escape.toUpperCase()
      })
    : text
