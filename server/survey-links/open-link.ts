import { pickReviewLinksForLocation } from '../organizations/review-links'
import { presentBranding } from '../sender-profile/branding'
import { asStoredFields } from '../surveys/fields/fields'
import { SurveyLayout } from '../surveys/logic/schema'
import { listQuestionsIncludingMetric } from '../surveys/questions'
import { presentThanksPages } from '../surveys/thanks/thanks'
import { Language } from '../validation/schema'
import { loadOpenLinkRow, type OpenLinkRow } from './queries'
import { AsksContact } from './schema'

export type OpenLink = ReturnType<typeof presentOpenLink>

/** Why a link takes no answers; null if it does. */
export type LinkObstacle = 'archived' | 'closed' | 'full'

/** @returns null for an unknown address */
export async function findOpenLink(slug: string): Promise<OpenLink | null> {
  const row = await loadOpenLinkRow(slug.toLowerCase())
  return row && presentOpenLink(row, slug)
}

function presentOpenLink(row: OpenLinkRow, slug: string) {
  const { id, organizationId, surveyId, locationId, employeeId, type, pinHash, oncePerDevice } = row
  const { widget } = row
  return {
    id,
    slug,
    path: `/${widget ? 'w' : 'f'}/${slug}`,
    /** Null for a plain link. */
    widget,
    organizationId,
    organization: presentBranding({ ...row, id: organizationId }),
    defaultLanguage: Language.catch('en').parse(row.defaultLanguage),
    obstacle: findObstacle(row),
    survey: {
      type,
      version: row.version,
      questions: listQuestionsIncludingMetric(row),
      layout: SurveyLayout.parse(row.layout),
      changeHours: row.changeHours,
      fields: asStoredFields(row.fields),
      ...presentThanksPages(row),
    },
    /** Columns of its responses. */
    subject: { organizationId, surveyId, surveyLinkId: id, locationId, employeeId, channel: widget ? 'web' : 'link' },
    /** Encrypted keys of signed tokens, the current one first. */
    secrets: row.secrets,
    pinHash,
    oncePerDevice,
    asksContact: AsksContact.parse(row.asksContact),
    hasAlertRules: row.hasAlertRules,
    clockOffsetMs: row.clockOffsetMs,
    reviewLinks: row.reviewLinks === null ? [] : pickReviewLinksForLocation(row.reviewLinks, locationId),
  }
}

function findObstacle({ isSurveyOpen, active, isEnded, isFull }: OpenLinkRow): LinkObstacle | null {
  if (!isSurveyOpen) return 'archived'
  if (!active || isEnded) return 'closed'
  return isFull ? 'full' : null
}
