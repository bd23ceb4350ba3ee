import { ApiError } from 'weirjs'

/** A failure that ends its whole job. */
export const failingJob = (error: ApiError): ApiError =>
  new ApiError(error.status, error.code, error.message, error.details, { cause: error, failsJob: true })
