import { useState } from 'preact/hooks'
import { TextField } from '../../../ui/form/field.tsx'
import type { Schema } from '../document.ts'
import { isSynonym, labelOf } from './field-kind.ts'
import { type FormState, SchemaField } from './schema-field.tsx'

interface SchemaFormProps {
  schema: Schema
  /** Paths of the parameters that come first. */
  common: readonly string[]
  form: FormState
}

/** The schema at a path below another one. */
function schemaAt(schema: Schema, path: string): Schema | undefined {
  let found: Schema | undefined = schema
  for (const name of path.split('.')) found = found?.properties?.[name]
  return found
}

/** A group that repeats the parameters next to it. */
const isRepeated = (group: Schema, { properties = {} }: Schema) => {
  const names = Object.keys(group.properties ?? {})
  return names.length > 0 && names.every((name) => name in properties)
}

/** Paths of what is below a schema: a group whose parts have their own fields is split up. */
function pathsOf(schema: Schema, common: readonly string[], before = ''): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const path = `${before}${name}`
    if (isSynonym(property) || isRepeated(property, schema)) return []
    return common.some((one) => one.startsWith(`${path}.`)) ? pathsOf(property, common, `${path}.`) : [path]
  })
}

/** All parameters of an operation: the common ones first, the others folded and searchable. */
export function SchemaForm({ schema, common, form }: SchemaFormProps) {
  const [word, setWord] = useState('')
  const first = common.filter((path) => schemaAt(schema, path))
  const others = pathsOf(schema, common).filter((path) => !first.includes(path))
  const faulty = others.some((path) => form.errorAt(path))
  const asked = word.trim().toLowerCase()
  const found = others.filter((path) => {
    const text = `${path} ${labelOf(path)} ${schemaAt(schema, path)?.description ?? ''}`.toLowerCase()
    return text.includes(asked)
  })
  const draw = (path: string) => {
    const one = schemaAt(schema, path)
    return (
      one && <SchemaField key={path} path={path} schema={one} required={schema.required?.includes(path)} form={form} />
    )
  }
  return (
    <>
      {first.map(draw)}
      <details class="more-options" open={faulty || undefined}>
        <summary>More options ({others.length})</summary>
        <TextField label="Find an option" type="search" form="" value={word} onValue={setWord} />
        {found.map(draw)}
        {found.length === 0 && <p class="muted">No option matches.</p>}
      </details>
    </>
  )
}
