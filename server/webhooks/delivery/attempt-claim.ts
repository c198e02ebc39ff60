export type AttemptName = { organizationId: string; deliveryId: string; attemptId: string; subscriptionId: string }

export type Claim = AttemptName & {
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
