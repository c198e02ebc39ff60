import type { Organization as OrganizationRow } from '@/prisma/generated/client'
import { OPERATOR_CONTEXT } from '../actor-context'
import { audit, listFieldChanges } from '../audit/audit'
import { db } from '../db'
import { NotFound } from '../errors'
import { lockOrganization } from '../locks'
import { assertUnchanged } from '../optimistic-lock'
import { requireTimeZone } from '../time-zones'
import { transact } from '../unit-of-work'
import { Language } from '../validation/schema'
import { Organization, type UpdateOrganization } from './schema'

export async function getOrganization(organizationId: string): Promise<Organization> {
  const row = await db.organization.findUnique({ where: { id: organizationId } })
  if (!row) throw new NotFound('organization')
  return present(row)
}

/**
 * Updates only the given fields.
 * @throws {NotFound} @throws {EditConflict} if the stored value of a field of `asRead` differs
 * @throws {ValidationError} under `timeZone` for one unknown to the database
 */
export async function updateOrganization(organizationId: string, { asRead, ...changes }: UpdateOrganization) {
  await requireTimeZone(changes.timeZone)
  return transact(async ({ tx, signal }) => {
    await lockOrganization(tx, organizationId)
    const stored = await tx.organization.findUnique({ where: { id: organizationId } })
    if (!stored) throw new NotFound('organization')
    assertUnchanged(asRead, present(stored))
    const updated = present(await tx.organization.update({ where: { id: organizationId }, data: changes }))
    // Daily statistics depend on the time zone.
    if (updated.timeZone !== stored.timeZone) signal({ queue: 'responses/statistics', organizationId })
    const differences = listFieldChanges(present(stored), updated)
    const record = { type: 'organization', id: organizationId, name: updated.name } as const
    if (differences.length > 0)
      await audit(organizationId, { action: 'settings.changed', record, changes: differences })
    return updated
  })
}

type RateLimits = { perMinute: number | null; perHour: number | null }

export async function setRateLimits(organizationId: string, limits: Partial<RateLimits>): Promise<RateLimits> {
  const { perMinute: rateLimitPerMinute, perHour: rateLimitPerHour } = limits
  return transact(async ({ tx }) => {
    const [row] = await tx.organization.updateManyAndReturn({
      where: { id: organizationId },
      data: {
        ...(rateLimitPerMinute === undefined ? {} : { rateLimitPerMinute }),
        ...(rateLimitPerHour === undefined ? {} : { rateLimitPerHour }),
      },
    })
    if (!row) throw new NotFound('organization')
    const changes = listFieldChanges<Partial<RateLimits>>({}, limits)
    await audit(organizationId, { action: 'organization.rate_limit_set', changes, actorContext: OPERATOR_CONTEXT })
    return { perMinute: row.rateLimitPerMinute, perHour: row.rateLimitPerHour }
  })
}

export async function listAllOrganizations() {
  const rows = await db.organization.findMany({
    select: { id: true, name: true, demo: true, verifiedAt: true, suspendedAt: true },
    orderBy: { createdAt: 'asc' },
  })
  return rows.map(({ verifiedAt, suspendedAt, ...row }) => ({
    ...row,
    verified: verifiedAt !== null,
    suspended: suspendedAt !== null,
  }))
}

/** Only the fields of the schema leave. */
function present(row: OrganizationRow): Organization {
  return Organization.parse({ ...row, defaultLanguage: Language.catch('en').parse(row.defaultLanguage) })
}
