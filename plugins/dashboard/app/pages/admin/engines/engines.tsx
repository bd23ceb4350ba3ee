import type { Capabilities, EngineState, ProviderState } from '../../../api/types.ts'
import { useQuery } from '../../../api/use-query.ts'
import { formatNumber } from '../../../ui/format.ts'
import { Page, Section } from '../../../ui/page.tsx'
import { Badge, EmptyState, Loaded } from '../../../ui/states.tsx'
import { Table } from '../../../ui/table.tsx'

interface All extends Capabilities {
  proxies: { total: number; healthy: number; countries: string[] }
}

const Ready = ({ state }: { state: Pick<EngineState, 'ready'> }) => (
  <Badge tone={state.ready ? 'good' : 'warning'}>{state.ready ? 'ready' : 'not ready'}</Badge>
)

/** What it is if ready; otherwise why it is not, and what to do. */
const About = ({ state: { ready, detail, reason, remedy } }: { state: Omit<EngineState, 'supports' | 'aliases'> }) =>
  ready ? (
    <span class="muted">{detail ?? '–'}</span>
  ) : (
    <div class="not-ready">
      <span>{reason}</span>
      {remedy && <span class="remedy">{remedy}</span>}
    </div>
  )

function Engines({ engines }: { engines: readonly EngineState[] }) {
  return (
    <Table
      caption="Engines"
      rows={engines}
      keyOf={({ name }) => name}
      columns={[
        {
          title: 'Engine',
          main: true,
          cell: ({ name, aliases }) => (
            <>
              {name} {aliases.length > 0 && <span class="muted">{aliases.join(', ')}</span>}
            </>
          ),
        },
        { title: 'State', cell: (engine) => <Ready state={engine} /> },
        { title: 'About', cell: (engine) => <About state={engine} /> },
        {
          title: 'Supports',
          cell: ({ supports }) => <span class="hint">{supports.join(', ') || 'only fetching'}</span>,
        },
      ]}
    />
  )
}

function Providers({ providers }: { providers: readonly ProviderState[] }) {
  if (providers.length === 0) return <EmptyState title="No plugin has providers of a service" />
  return (
    <Table
      caption="Providers"
      rows={providers}
      keyOf={({ service, name }) => `${service}/${name}`}
      columns={[
        { title: 'Provider', main: true, cell: ({ name }) => <span class="whole">{name}</span> },
        { title: 'Service', cell: ({ service }) => <code class="whole">{service}</code> },
        { title: 'State', cell: (provider) => <Ready state={provider} /> },
        { title: 'About', cell: (provider) => <About state={provider} /> },
      ]}
    />
  )
}

/** The status of engines and of the providers of search, archives, models and mail: ready, or what to do. */
export default function EnginesPage() {
  const query = useQuery<All>('/v1/capabilities')
  return (
    <Page
      title="Engines and providers"
      intro="What fetches pages, and what provides search, archives, models and notifications."
    >
      <Loaded query={query} lines={8}>
        {({ engines, providers, proxies, runtime, version, plugins }) => (
          <>
            <Section title="Engines">
              <Engines engines={engines} />
            </Section>
            <Section title="Providers">
              <Providers providers={providers} />
            </Section>
            <Section title="Proxies">
              <p>
                {proxies.total === 0
                  ? 'No proxies are configured, so useProxy is refused. Set WEIR_PROXIES to add some.'
                  : `${formatNumber(proxies.healthy)} of ${formatNumber(proxies.total)} healthy. ${
                      proxies.countries.length > 0 ? `Exits in ${proxies.countries.join(', ')}.` : ''
                    }`}
              </p>
            </Section>
            <Section title="Plugins">
              <p class="muted">
                Weir {version} on {runtime}
              </p>
              <Table
                caption="Plugins"
                rows={plugins}
                keyOf={({ name }) => name}
                columns={[
                  { title: 'Plugin', main: true, cell: ({ name }) => <span class="whole">{name}</span> },
                  { title: 'About', cell: ({ description }) => description.replaceAll('`', '') },
                ]}
              />
            </Section>
          </>
        )}
      </Loaded>
    </Page>
  )
}
