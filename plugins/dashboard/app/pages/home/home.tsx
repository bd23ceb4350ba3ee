import { profile } from '../../api/session.ts'
import { Page } from '../../ui/page.tsx'

export default function Home() {
  const name = profile.value?.fullName.split(' ')[0]
  return (
    <Page title={name ? `Welcome, ${name}` : 'Home'} intro="What this server does for you, and what to do next.">
      <p />
    </Page>
  )
}
