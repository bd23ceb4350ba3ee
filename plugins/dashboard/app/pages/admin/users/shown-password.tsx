import { serviceAddress } from '../../../service.ts'
import { Code } from '../../../ui/content/code.tsx'
import { Facts } from '../../../ui/data/figures.tsx'

/** How the user signs in: a generated password is shown only this once. */
export const ShownPassword = ({ email, password }: { email: string; password: string }) => (
  <div class="shown-password">
    <Facts
      facts={[
        ['Dashboard', `${serviceAddress}/dashboard`],
        ['E-mail address', email],
      ]}
    />
    <Code text={password} label="password" />
  </div>
)
