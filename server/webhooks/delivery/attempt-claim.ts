export type AttemptRef = { organizationId: string; deliveryId: string; attemptId: string; subscriptionId: string }

export type AttemptClaim = AttemptRef & {
  state: 'claimed'
  attempt: number
  kind: string
  body: string
  resendOfId: string | null
  isTest: boolean
  hookUrl: string
  secretEncrypted: string
  previousSecretEncrypted: string | null
}
