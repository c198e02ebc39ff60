import { db } from '../../db'
import { NotFound } from '../../errors'
import type { Locale } from '../../messages/locale'
import { transact } from '../../unit-of-work'
import { type DecidedBody, decideBody } from './decide-body'
import type { DryRunTrigger, TriggerDryRun } from './schema'
import { findAddressId, presentDetails } from './trigger-requests'

/** Undoes the transaction of a dry run, with what it would have done. */
class DryRunEnded extends Error {
  readonly decided: DecidedBody

  constructor(decided: DecidedBody) {
    super('A dry run ends without a commit.')
    this.decided = decided
  }
}

/**
 * What would happen to a stored request with unsaved settings: decided as the queue does, in a transaction that is rolled back. Nothing is
 * written, sent or signaled.
 * @throws {NotFound} also if the body was erased
 */
export async function dryRunTrigger(
  organizationId: string,
  { sequenceId, requestId, settings }: DryRunTrigger,
  locale: Locale,
): Promise<TriggerDryRun> {
  const addressId = await findAddressId(organizationId, sequenceId)
  const request = await db.triggerRequest.findFirst({ where: { organizationId, addressId, id: requestId } })
  if (!request || request.body === null) throw new NotFound('triggerRequest')
  const body: unknown = JSON.parse(request.body)
  try {
    return await transact(async (work) => {
      throw new DryRunEnded(await decideBody(work, organizationId, { sequenceId, settings, body }))
    })
  } catch (error) {
    if (!(error instanceof DryRunEnded)) throw error
    return presentDryRun(organizationId, error.decided, locale)
  }
}

async function presentDryRun(organizationId: string, decided: DecidedBody, locale: Locale): Promise<TriggerDryRun> {
  const { decision, mapped, subject, isNewContact } = decided
  const { email, firstName, lastName, phone, preferredLanguage, customFields } = mapped.contact
  const [location, employee] = [
    subject.locationId && (await db.location.findFirst({ where: { organizationId, id: subject.locationId } })),
    subject.employeeId && (await db.employee.findFirst({ where: { organizationId, id: subject.employeeId } })),
  ]
  const properties = Object.entries(customFields).map(([key, value]) => ({ key, value: String(value) }))
  return {
    outcome: decision.outcome,
    details: presentDetails(decision.details, locale),
    dedupeKey: mapped.dedupeKey,
    contact:
      email === null
        ? null
        : {
            isNew: isNewContact,
            email,
            firstName,
            lastName,
            phone,
            language: preferredLanguage,
            locationName: location ? location.name : null,
            employeeName: employee ? employee.name : null,
            properties,
          },
  }
}
