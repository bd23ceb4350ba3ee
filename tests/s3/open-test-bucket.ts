import { createEgressRules } from '../../core/egress-rules/egress-rules.ts'
import { createGuardedFetch } from '../../core/fetch/guarded-fetch.ts'
import type { BucketAddress } from '../../core/s3/address.ts'
import { openBucket } from '../../core/s3/bucket.ts'
import type { startS3 } from './server.ts'

/** A bucket on a test server, to which all names resolve; retries come at once. */
export function openTestBucket(s3: Awaited<ReturnType<typeof startS3>>, changes: Partial<BucketAddress> = {}) {
  const { endpoint, bucket, credentials } = s3
  const address: BucketAddress = { endpoint, bucket, prefix: '', addressing: 'path', ...credentials, ...changes }
  const rules = createEgressRules({ allow: '127.0.0.0/8' })
  const fetch = createGuardedFetch({ rules, resolve: async () => ['127.0.0.1'] })
  return openBucket(address, { fetch, pauses: [1, 1, 1], partSize: 5 << 20 })
}
