import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { useRoute } from 'preact-iso/router'
import { type Failure, toFailure } from '../../api/failure.ts'
import { serviceAddress } from '../../service.ts'
import { Button } from '../../ui/button.tsx'
import { Code } from '../../ui/content/code.tsx'
import { to } from '../../ui/link.ts'
import { Page, Section } from '../../ui/page.tsx'
import { Problem } from '../../ui/problem.tsx'
import { EmptyState, Skeleton } from '../../ui/states.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { type Body, bodyOf } from './document.ts'
import { type Values, withValue } from './form/paths.ts'
import { SchemaForm } from './form/schema-form.tsx'
import { type Operation, operations } from './operations.ts'
import { Outcome } from './outcome.tsx'
import { requestCode } from './request-code.ts'
import { readLink, writeLink } from './shared-link.ts'
import { useRun } from './use-run.ts'

/** The body of an operation on this server: undefined until loaded, null if the operation is switched off. */
function useBody(operation: Operation) {
  const [answer, setAnswer] = useState<{ operation: Operation; body?: Body | null; failure?: Failure }>()
  const [tries, setTries] = useState(0)
  useEffect(() => {
    let isWanted = true
    const take = (found: { body: Body | null } | { failure: Failure }) => {
      if (isWanted) setAnswer({ operation, ...found })
    }
    bodyOf(operation).then(
      (body) => take({ body: body ?? null }),
      (error: unknown) => take({ failure: toFailure(error) }),
    )
    return () => {
      isWanted = false
    }
  }, [operation, tries])
  // Until the response arrives, the last one belongs to another operation.
  const { body, failure } = answer?.operation === operation ? answer : {}
  return { body, failure, retry: () => setTries(tries + 1) }
}

interface RequestProps {
  operation: Operation
  body: Body
  /** The values entered before, per operation. */
  drafts: Map<Operation, Values>
}

function Request({ operation, body, drafts }: RequestProps) {
  // An example that works as it is, so that the button can be pressed at once.
  const [values, setValues] = useState<Values>(
    () => readLink(location.search) ?? drafts.get(operation) ?? body.examples[0]?.value ?? {},
  )
  const [language, setLanguage] = useState('curl')
  const { run, start, cancel } = useRun()
  const { failure } = run
  const change = (next: Values) => {
    setValues(next)
    drafts.set(operation, next)
    writeLink(next)
  }
  // Values from a link count as entered, and values entered before are written to the URL again.
  useEffect(() => {
    if (values !== body.examples[0]?.value) change(values)
  }, [])
  const submit = (form: HTMLFormElement) => {
    // Unreadable text is not dropped silently.
    const unread = form
      .querySelectorAll('textarea')
      .values()
      .find(({ validity }) => validity.customError)
    if (unread) unread.focus()
    else if (run.state !== 'running') void start(operation.path, values)
  }
  const outcome = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // On a phone the outcome is below the form, where nobody would see that something is happening.
    const isBelow = (outcome.current?.getBoundingClientRect().top ?? 0) > innerHeight * 0.75
    if (run.state === 'running' && isBelow) outcome.current?.scrollIntoView()
  }, [run.state])
  const code = useMemo(() => requestCode(serviceAddress, operation.path, values), [operation, values])
  const form = {
    values,
    set: (path: string, value: unknown) => change(withValue(values, path, value)),
    errorAt: (path: string) => {
      const parameter = failure?.parameter
      return parameter === path || parameter?.startsWith(`${path}.`) ? failure?.message : undefined
    },
  }
  return (
    <div class="playground">
      <form
        class="form playground-form"
        // The service says what is wrong, in its own words; a browser could not even show messages for folded fields.
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit(event.currentTarget)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event.currentTarget)
        }}
      >
        <SchemaForm schema={body.schema} common={operation.common} form={form} />
        <div class="playground-submit">
          <Button kind="primary" type="submit" busy={run.state === 'running'}>
            {operation.action}
          </Button>
        </div>
        {body.examples.length > 1 && (
          <div class="examples">
            <span class="muted">Examples</span>
            {body.examples.map(({ summary, value }) => (
              <Button key={summary} size="small" onClick={() => change(value)}>
                {summary}
              </Button>
            ))}
          </div>
        )}
      </form>
      <div class="playground-outcome" ref={outcome}>
        <Outcome operation={operation} run={run} onCancel={cancel} />
        <Section title="The same as code">
          <p class="muted">
            Create a key under <a href={to('/keys')}>API keys</a> and put it into <code>WEIR_API_KEY</code>.
          </p>
          <Tabs
            label="Languages"
            chosen={language}
            onChoose={setLanguage}
            tabs={code.map(({ id, title, language, text }) => ({
              id,
              title,
              content: () => <Code text={text} language={language} label={title} />,
            }))}
          />
        </Section>
      </div>
    </div>
  )
}

export default function Playground() {
  const { params } = useRoute()
  const operation = operations.find(({ id }) => id === params.operation) ?? operations[0]!
  const { body, failure, retry } = useBody(operation)
  const drafts = useRef(new Map<Operation, Values>())
  return (
    <Page title="Playground" intro={operation.intro}>
      <nav class="operations" aria-label="Operations">
        {operations.map(({ id, title }) => (
          <a key={id} href={to(`/playground/${id}`)} aria-current={id === operation.id ? 'page' : undefined}>
            {title}
          </a>
        ))}
      </nav>
      {failure && <Problem failure={failure} retry={retry} />}
      {body === undefined && !failure && <Skeleton lines={8} />}
      {body === null && (
        <EmptyState title={`${operation.title} is switched off on this server`}>
          The operator has left its plugin out of WEIR_PLUGINS.
        </EmptyState>
      )}
      {body && <Request key={operation.id} operation={operation} body={body} drafts={drafts.current} />}
    </Page>
  )
}
