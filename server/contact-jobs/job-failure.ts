export type JobFailureReason = { code: string; details: Record<string, string | number> }

/** A fault of what the job was given: it fails with this reason, and is not tried again. */
export class JobFailure extends Error {
  override readonly name = 'JobFailure'
  readonly reason: JobFailureReason

  constructor(reason: JobFailureReason, options?: ErrorOptions) {
    super(reason.code, options)
    this.reason = reason
  }
}
