import { ApiError } from 'weirjs'

/** A failure that ends its whole job. */
export const failingJob = (error: ApiError): ApiError =>
  new ApiError(error.code, error.message, error.details, { status: error.status, cause: error, failsJob: true })
