import { fileFields, type JobRecord, type Kit } from 'weirjs'

/** The number of results that are read at a time. */
const AT_ONCE = 20

/** All results of a job in order, with links to their files. */
export async function readResults<R>({ jobs, files }: Pick<Kit, 'jobs' | 'files'>, { account, id }: JobRecord) {
  const results: R[] = []
  for (let after = 0; ; ) {
    const entries = await jobs.results(account, id, { after, limit: AT_ONCE })
    for (const { json, files: made } of entries)
      results.push({ ...(JSON.parse(json) as R), ...fileFields(made, files) })
    if (entries.length < AT_ONCE) return results
    after = entries.at(-1)!.position
  }
}
