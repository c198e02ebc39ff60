/*
 * Every event that wakes a job, and what it carries: each stands here once. Ids only; what there is to do stands in the
 * rows. The jobs are triggered by these (`jobEvent` in inngest/client.ts), the domains send them with `wake`.
 */

/** The events that say of a whole organization that something is due: one stands for all that waits when its run begins. */
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

/** The embedded runner's own event when it begins to execute: what the one before it left is looked for at once. */
export const RUNNER_STARTED = 'jobs/runner.started'

/** `at`: sleep until then (ISO 8601), for something is due then; absent: now. */
type Due = { organizationId: string; at?: string }

type Woken = Record<OrganizationJob, Due> & {
  /** `share`: whose mails they are, for the places that each organization has. */
  'emails/system.queued': { share: string; emailId: string }
}

/** What each event carries, by its name. */
export type JobEvents = Woken & { [RUNNER_STARTED]: Record<string, never> }

/** What a domain may send. */
export type WakeEvent = { [Name in keyof Woken]: { name: Name; data: Woken[Name] } }[keyof Woken]
export type OrganizationWake = Extract<WakeEvent, { name: OrganizationJob }>

/** @param at sleep until then; absent: now. */
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

/** @param organizationId null for a mail between the service and a person. */
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
