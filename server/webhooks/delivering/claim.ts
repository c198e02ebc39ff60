export type AttemptName = { organizationId: string; deliveryId: string; attemptId: string; subscriptionId: string }

export type Claim = AttemptName & {
  state: 'claimed'
  /** 1 to 5 */
  attempt: number
  kind: string
  body: string
  resendOfId: string | null
  isTest: boolean
  hookUrl: string
  secretEncrypted: string
  /** Set while a secret is being rotated. */
  previousSecretEncrypted: string | null
}
