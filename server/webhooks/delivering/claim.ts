export type AttemptName = { organizationId: string; deliveryId: string; attemptId: string; subscriptionId: string }

/** The right to make one attempt, and all that it needs. */
export type Claim = AttemptName & {
  state: 'claimed'
  /** 1 to 5 */
  attempt: number
  kind: string
  body: string
  /** The first delivery of the event, where this one resends it. */
  resendOfId: string | null
  isTest: boolean
  hookUrl: string
  secretEncrypted: string
  /** While a new secret is being introduced. */
  previousSecretEncrypted: string | null
}
