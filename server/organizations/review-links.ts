import { audit, listFieldChanges } from '../audit/audit'
import { db, type Tx } from '../db'
import { NotFound, ValidationError } from '../errors'
import { lockOrganization } from '../locks'
import { localizableMessage } from '../messages/localizable-message'
import { assertUnchanged } from '../optimistic-lock'
import { findGatingSurveys } from '../surveys/thanks/find-gating-surveys'
import { transact } from '../unit-of-work'
import { type ReviewLinkSettings, ReviewLinks, type UpdateReviewLinkSettings } from './schema'

/*
 * Links to review sites. They are shown to all respondents or to none: review sites prohibit selecting satisfied customers, and so do laws
 * on misleading reviews (Directive 2005/29/EC, annex I, 23b and 23c; 16 CFR 465).
 */

export async function getReviewLinkSettings(organizationId: string): Promise<ReviewLinkSettings> {
  const row = await db.organization.findUnique({
    where: { id: organizationId },
    select: { reviewLinks: true, showsReviewLinks: true },
  })
  if (!row) throw new NotFound('organization')
  return { links: ReviewLinks.parse(row.reviewLinks), showsOnThankYouPage: row.showsReviewLinks }
}

export async function updateReviewLinkSettings(
  organizationId: string,
  { links, showsOnThankYouPage, asRead }: UpdateReviewLinkSettings,
): Promise<ReviewLinkSettings> {
  return transact(async ({ tx }) => {
    await lockOrganization(tx, organizationId)
    const current = await getReviewLinkSettings(organizationId)
    assertUnchanged(asRead, current)
    const locations = await tx.location.findMany({ where: { organizationId, removedAt: null }, select: { id: true } })
    const locationIds = new Set(locations.map(({ id }) => id))
    const errors = links.flatMap(({ locationId }, link) =>
      locationId === null || locationIds.has(locationId)
        ? []
        : [[`links.${link}.locationId`, [localizableMessage('contact.noLocation')]]],
    )
    if (errors.length > 0) throw new ValidationError(Object.fromEntries(errors))
    await refuseGatedLinks(tx, organizationId, links)
    const data = { reviewLinks: links, showsReviewLinks: showsOnThankYouPage }
    await tx.organization.update({ where: { id: organizationId }, data })
    const changes = listFieldChanges(current, { links, showsOnThankYouPage })
    if (changes.length > 0) await audit(organizationId, { action: 'review_links.changed', changes })
    return { links, showsOnThankYouPage }
  })
}

/** @throws {ValidationError} for a link that a survey gives after some scores only. */
async function refuseGatedLinks(tx: Tx, organizationId: string, links: ReviewLinkSettings['links']): Promise<void> {
  const urls = links.map(({ url }) => url)
  const surveys = await findGatingSurveys(tx, organizationId, urls)
  const errors = urls.flatMap((url, link) => {
    const survey = surveys.get(url)
    return survey === undefined ? [] : [[`links.${link}.url`, [localizableMessage('survey.gatedByLink', { survey })]]]
  })
  if (errors.length > 0) throw new ValidationError(Object.fromEntries(errors))
}

export async function countReviewLinksOfLocation(organizationId: string, locationId: string): Promise<number> {
  const { links } = await getReviewLinkSettings(organizationId)
  return links.filter((link) => link.locationId === locationId).length
}

export async function moveLocationReviewLinks(tx: Tx, organizationId: string, from: string, to: string | null) {
  if ((await countReviewLinksOfLocation(organizationId, from)) === 0) return
  await lockOrganization(tx, organizationId, 'NO KEY UPDATE')
  const { links } = await getReviewLinkSettings(organizationId)
  const reviewLinks = links.flatMap((link) => {
    if (link.locationId !== from) return [link]
    return to === null ? [] : [{ ...link, locationId: to }]
  })
  await tx.organization.update({ where: { id: organizationId }, data: { reviewLinks } })
}

export function pickReviewLinksForLocation(
  stored: unknown,
  locationId: string | null,
): { label: string; url: string }[] {
  const links = ReviewLinks.catch([]).parse(stored)
  const applicable = links.filter((link) => link.locationId === null || link.locationId === locationId)
  return (applicable.length > 0 ? applicable : links).map(({ label, url }) => ({ label, url }))
}
