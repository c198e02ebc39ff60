import { drawQrCode } from '../qr-code'
import { getBranding } from '../sender-profile/branding'
import type { SurveyLinkPoster, SurveyLinkReference } from './schema'
import { getSurveyLink } from './survey-links'

/** @throws {NotFound} */
export async function getSurveyLinkPoster(
  organizationId: string,
  reference: SurveyLinkReference,
): Promise<SurveyLinkPoster> {
  const [link, { name, logo }] = await Promise.all([
    getSurveyLink(organizationId, reference),
    getBranding(organizationId),
  ])
  return { link, organization: { name, logo }, qr: drawQrCode(link.url) }
}
