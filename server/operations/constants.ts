/* Plain values that browsers load too. */

/** Counts end here: what is above is shown as “10,000+”. */
export const OPERATIONS_COUNT_MAX = 10_000

/** Of the failures. */
export const FAILURE_DAYS = 7

/** Kinds of work that waits. `docs/jobs.md` names their queues. */
export const WAITING_KINDS = [
  'steps',
  'entries',
  'triggers',
  'imports',
  'bulkActions',
  'sendingActions',
  'deliveries',
  'reviewReplies',
  'reviewSyncs',
  'customerEmails',
  'systemEmails',
  'alerts',
] as const
export type WaitingKind = (typeof WAITING_KINDS)[number]

/**
 * What holds work back until a person does something.
 * - `restriction`: the whole organization, with the code of the restriction (server/organizations/constants.ts)
 * - `sequence`: paused by the service, because it cannot be sent as it is
 * - `webhook`: deactivated after a 410
 * - `reviewSource`: needs a new sign-in
 * - `sendingDomain`: `failing` or `stopped`, because of its DNS records
 */
export const FAULT_KINDS = ['restriction', 'sequence', 'webhook', 'reviewSource', 'sendingDomain'] as const

/**
 * What holds work back on purpose, or goes on by itself.
 * - `rule`: messages, with the code of their reason (server/messaging/outcome/schema.ts)
 * - `captured`: messages kept in the Outbox, because no provider is set up
 * - `sequence`, `people`: paused by a member or a program
 * - `webhook`: `paused` with its key, or `failing` and tried again
 * - `reviewSource`: `failing` and tried again
 * - `sendingDomain`: `pending`, not used before its DNS records are found
 */
export const PAUSE_KINDS = [
  'rule',
  'captured',
  'sequence',
  'people',
  'webhook',
  'reviewSource',
  'sendingDomain',
] as const

/** What failed: messages of sequences, webhook deliveries, requests to trigger addresses and so on. */
export const FAILURE_KINDS = [
  'message',
  'delivery',
  'reviewReply',
  'customerReply',
  'trigger',
  'import',
  'bulkAction',
] as const
export type FailureKind = (typeof FAILURE_KINDS)[number]
