import { serviceAddress } from '../../../service.ts'
import { Code } from '../../../ui/content/code.tsx'
import { Facts } from '../../../ui/data/figures.tsx'

/** How somebody signs in: the one time that a password that was made is shown. */
export const ShownPassword = ({ email, password }: { email: string; password: string }) => (
  <div class="shown-password">
    <Facts
      facts={[
        ['Address', `${serviceAddress}/dashboard`],
        ['E-mail address', email],
      ]}
    />
    <Code text={password} label="password" />
  </div>
)
