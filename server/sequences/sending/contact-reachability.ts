import { loadSmsOptOuts } from '../../contacts/sms-opt-outs'
import { loadSuppressions } from '../../contacts/suppression'
import { db } from '../../db'
import { NotFound } from '../../errors'
import { makeReason } from '../../messaging/outcome/reasons'
import type { Reason } from '../../messaging/outcome/schema'
import { checkQuietHours, findRecipientSkipReason } from './decide-step'
import { readLastSurveyed } from './queries'
import type { ContactReachability } from './schema'
import { chooseThrottle, findTooSoonReason, type Throttle } from './throttle'

/**
 * What a contact would get now, by the rules of `decideStep`, and why not.
 * @throws {NotFound}
 */
export async function getContactReachability(organizationId: string, contactId: string): Promise<ContactReachability> {
  const [contact, organization] = await Promise.all([
    db.contact.findFirst({ where: { organizationId, id: contactId }, include: { activity: true, location: true } }),
    db.organization.findUniqueOrThrow({ where: { id: organizationId } }),
  ])
  if (!contact) throw new NotFound('contact')
  const { activity, location, locationId } = contact
  const suppressionsByEmail = await loadSuppressions(db, organizationId, [contact.email])
  const suppressions = suppressionsByEmail.get(contact.email)
  const [smsOptOuts, unsubscription, throttled] = await Promise.all([
    loadSmsOptOuts(db, organizationId, [contact.phone]),
    contact.unsubscribed && contact.optedOutAt === null ? findUnsubscription(organizationId, contactId) : null,
    findThrottledReason(organizationId, contactId, chooseThrottle(organization.throttleDays, suppressions)),
  ])
  const findReason = (type: 'email' | 'sms') => {
    const code = findRecipientSkipReason({ suppressionsByEmail, smsOptOuts }, { type }, contact)
    return code === undefined ? null : makeReason(code)
  }
  const timeZones = new Map(location ? [[location.id, location.timeZone]] : [])
  return {
    email: findReason('email'),
    sms: findReason('sms'),
    survey: throttled ?? checkQuietHours({ organization, timeZones }, locationId)?.reason ?? null,
    wantsFewerSurveys: suppressions?.has('fewer_surveys') === true,
    unsubscription,
    optedOutAt: toTimestamp(contact.optedOutAt),
    smsOptedOutAt: toTimestamp(smsOptOuts.get(contact.phone ?? '')),
    bouncedAt: toTimestamp(contact.bouncedAt),
    lastSurveyedAt: toTimestamp(activity?.lastSurveyedAt),
    lastAnsweredAt: toTimestamp(activity?.lastAnsweredAt),
  }
}

function toTimestamp(date: Date | null | undefined): string | null {
  return date?.toISOString() ?? null
}

async function findThrottledReason(
  organizationId: string,
  contactId: string,
  throttle: Throttle | null,
): Promise<Reason | null> {
  if (throttle === null) return null
  const { days } = throttle
  const last = await readLastSurveyed(db, organizationId, { contactIds: [contactId], except: [], days })
  return findTooSoonReason([...(last.get(contactId) ?? [])], { throttle, survey: null })
}

/** Who unsubscribed the contact last, if that is known. */
async function findUnsubscription(organizationId: string, contactId: string) {
  const event = await db.contactEvent.findFirst({
    where: { organizationId, contactId, kind: 'changed', details: { path: ['unsubscribed', '1'], equals: true } },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
  })
  return event && { at: event.at.toISOString(), by: event.actorName }
}
