/** Clients take an id for one only where it is a UUID. */
export const toWireId = (job: string) => job.replace(/^job_/, '')
export const toJobId = (id: string) => (id.startsWith('job_') ? id : `job_${id}`)
