import { dataFormats } from 'weirjs/schemas/formats'
import { JsonText } from 'weirjs/toolkit'
import type { Converted } from '../converted.ts'

type DataFormat = (typeof dataFormats)[number]

/** What was converted, its data as text: objects and lists are dear to hand from thread to thread, and to write. */
export interface WrittenConverted {
  converted: Omit<Converted, DataFormat | 'forModel'>
  data: Partial<Record<DataFormat, string>>
  forModel: string | undefined
}

export const writeConverted = ({ forModel, ...given }: Converted): WrittenConverted => {
  const converted = { ...given }
  const data: WrittenConverted['data'] = {}
  for (const format of dataFormats) {
    if (given[format] !== undefined) data[format] = JSON.stringify(given[format])
    delete converted[format]
  }
  return { converted, data, forModel: JSON.stringify(forModel) }
}

/** What is data is of the class JsonText. */
export const readWritten = ({ converted, data, forModel }: WrittenConverted): Converted => ({
  ...converted,
  ...Object.fromEntries(Object.entries(data).map(([format, text]) => [format, new JsonText(text)])),
  ...(forModel !== undefined && { forModel: JSON.parse(forModel) }),
})
