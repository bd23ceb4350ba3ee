/** Clients accept only UUIDs as ids. */
export const toWireId = (job: string) => job.replace(/^job_/, '')
export const toJobId = (id: string) => (id.startsWith('job_') ? id : `job_${id}`)
