import { ApiError } from 'weirjs'

/** Makes an error fail the whole job. */
export const failingJob = (error: ApiError): ApiError =>
  new ApiError(error.code, error.message, error.details, { status: error.status, cause: error, failsJob: true })
