import { noProperties, type Properties } from '../opc/core-properties.ts'

/** The fields of the group `info`. Other words there are formatting. */
const fields = new Set(
  'title subject author manager company operator category keywords comment doccomm hlinkbase creatim revtim printim buptim'.split(
    ' ',
  ),
)

/** The properties of an RTF file. */
export class Info {
  readonly #texts = new Map<string, string>()
  readonly #dates = new Map<string, Map<string, number>>()
  #field = ''
  pageCount: number | null = null
  language: string | null = null

  word(word: string, value: number | null): void {
    if (word === 'nofpages' && value !== null && value > 0) this.pageCount = value
    else if (fields.has(word)) this.#field = word
    else if (value !== null) {
      const date = this.#dates.get(this.#field) ?? new Map<string, number>()
      this.#dates.set(this.#field, date.set(word, value))
    }
  }

  text(text: string): void {
    this.#texts.set(this.#field, (this.#texts.get(this.#field) ?? '') + text)
  }

  properties(): Properties {
    const text = (name: string) => this.#texts.get(name)?.replace(/\s+/g, ' ').trim() || null
    return {
      ...noProperties,
      title: text('title'),
      author: text('author'),
      description: text('doccomm') ?? text('subject'),
      language: this.language,
      created: this.#date('creatim'),
      modified: this.#date('revtim'),
    }
  }

  #date(name: string): string | null {
    const parts = this.#dates.get(name)
    const [year, month, day] = ['yr', 'mo', 'dy'].map((part) => parts?.get(part) ?? 0)
    if (!year || year < 1971 || year > 9999 || !month || month > 12 || !day || day > 31) return null
    const two = (number: number) => String(number).padStart(2, '0')
    const time = `${two(parts?.get('hr') ?? 0)}:${two(parts?.get('min') ?? 0)}:${two(parts?.get('sec') ?? 0)}`
    return `${year}-${two(month)}-${two(day)}T${time}`
  }
}
