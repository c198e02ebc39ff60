/*
 * The events that trigger jobs, and their payloads. They carry ids only; the work is in database rows. Jobs subscribe with `jobEvent`
 * (inngest/client.ts), domains send with `wake`.
 */

/** Events that signal due work of an organization. One event covers everything that is pending when its run begins. */
export const ORGANIZATION_JOBS = [
  'webhooks/deliveries.queued',
  'sequences/sendings.queued',
  'reviews/sources.due',
  'reviews/replies.queued',
  'records/removals.due',
  'responses/tallies.outdated',
  'alerts/alerts.queued',
  'digests/digests.due',
] as const
export type OrganizationJob = (typeof ORGANIZATION_JOBS)[number]

/** Sent by the embedded runner when it starts, to recover work left by the previous one at once. */
export const RUNNER_STARTED = 'jobs/runner.started'

/** `at`: ISO 8601 time to sleep until; absent: run now. */
type Due = { organizationId: string; at?: string }

type Woken = Record<OrganizationJob, Due> & {
  /** `share`: key of the per-organization concurrency limit. */
  'emails/system.queued': { share: string; emailId: string }
}

export type JobEvents = Woken & { [RUNNER_STARTED]: Record<string, never> }

export type WakeEvent = { [Name in keyof Woken]: { name: Name; data: Woken[Name] } }[keyof Woken]
export type OrganizationWake = Extract<WakeEvent, { name: OrganizationJob }>

/** @param at time to sleep until; absent: run now */
export function organizationWake(job: OrganizationJob, organizationId: string, at?: Date): OrganizationWake {
  return { name: job, data: { organizationId, ...(at === undefined ? {} : { at: at.toISOString() }) } }
}

export function isOrganizationWake(event: WakeEvent): event is OrganizationWake {
  return ORGANIZATION_JOBS.some((job) => job === event.name)
}

export function deliveriesQueued(organizationId: string): WakeEvent {
  return organizationWake('webhooks/deliveries.queued', organizationId)
}

export function sendingsQueued(organizationId: string): WakeEvent {
  return organizationWake('sequences/sendings.queued', organizationId)
}

export function sourcesDue(organizationId: string): WakeEvent {
  return organizationWake('reviews/sources.due', organizationId)
}

export function repliesQueued(organizationId: string): WakeEvent {
  return organizationWake('reviews/replies.queued', organizationId)
}

/** @param organizationId null for an email between the service and a person */
export function systemEmailQueued(organizationId: string | null, emailId: string): WakeEvent {
  return { name: 'emails/system.queued', data: { share: organizationId ?? 'service', emailId } }
}

export function alertsQueued(organizationId: string): WakeEvent {
  return organizationWake('alerts/alerts.queued', organizationId)
}

export function digestsDue(organizationId: string): WakeEvent {
  return organizationWake('digests/digests.due', organizationId)
}

export function talliesOutdated(organizationId: string): WakeEvent {
  return organizationWake('responses/tallies.outdated', organizationId)
}

export function removalsDue(organizationId: string): WakeEvent {
  return organizationWake('records/removals.due', organizationId)
}
