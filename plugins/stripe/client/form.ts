export type FormValue = string | number | boolean | FormFields | readonly FormValue[]
export interface FormFields {
  readonly [name: string]: FormValue | undefined
}

/** Parameters in Stripe's form, `line_items[0][price]=price_1`, without undefined ones. */
export function encodeForm(fields: FormFields): string {
  const form = new URLSearchParams()
  const add = (name: string, value: FormValue | undefined): void => {
    if (value === undefined) return
    if (typeof value !== 'object') form.append(name, String(value))
    else for (const [key, inner] of Object.entries(value)) add(`${name}[${key}]`, inner)
  }
  for (const [name, value] of Object.entries(fields)) add(name, value)
  return form.toString()
}
