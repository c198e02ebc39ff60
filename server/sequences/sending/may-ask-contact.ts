import { loadSuppressions } from '../../contacts/suppression'
import { db } from '../../db'
import { findRefusal } from './decide-step'
import { readLastSurveyed } from './queries'
import { chooseThrottle, findTooSoonReason } from './throttle'

/**
 * Whether a survey may appear on a page for the person with this address, by the rules of messages that ask it: consent, the throttle and
 * the cool-down of the survey. Without a contact only consent counts.
 * @param email normalized
 */
export async function mayAskContact(
  organizationId: string,
  { email, surveyId }: { email: string; surveyId: string },
): Promise<boolean> {
  const [contact, { throttleDays }, survey, suppressions] = await Promise.all([
    db.contact.findFirst({ where: { organizationId, email }, select: { id: true, unsubscribed: true } }),
    db.organization.findUniqueOrThrow({ where: { id: organizationId }, select: { throttleDays: true } }),
    db.survey.findFirstOrThrow({ where: { organizationId, id: surveyId }, select: { id: true, cooldownDays: true } }),
    loadSuppressions(db, organizationId, [email]),
  ])
  const reasons = suppressions.get(email)
  if (findRefusal(reasons, contact)) return false
  if (!contact) return true
  const throttle = chooseThrottle(throttleDays, reasons)
  const days = Math.max(throttle?.days ?? 0, survey.cooldownDays ?? 0)
  if (days === 0) return true
  const last = await readLastSurveyed(db, organizationId, { contactIds: [contact.id], except: [], days })
  return findTooSoonReason([...(last.get(contact.id) ?? [])], { throttle, survey }) === null
}
