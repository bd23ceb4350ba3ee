import type { ComponentChildren } from 'preact'
import type { Failure } from '../../api/failure.ts'
import { Problem } from '../problem.tsx'

interface FormProps {
  class?: string
  /** Shown above the fields: why the last submission was refused. */
  failure?: Failure
  onSubmit(): unknown
  children: ComponentChildren
}

/** A form that is handled by the page, instead of loading another one. */
export function Form({ class: name, failure, onSubmit, children }: FormProps) {
  return (
    <form
      class={name}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {failure && <Problem failure={failure} />}
      {children}
    </form>
  )
}
