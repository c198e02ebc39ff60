import { db } from '../db'
import { anOrganization, aSurvey } from '../testing/factories/basics'
import { aResponse } from '../testing/factories/responses'
import { aMember } from '../testing/factories/sessions'
import { getTimeline } from './timeline'

/** An organization with a low score and two members who may be assigned to it. */
export async function aDetractorResponse() {
  const organizationId = await anOrganization({ timeZone: 'Europe/Paris' })
  const [ada, grace] = [await aMember(organizationId, 'admin'), await aMember(organizationId, 'member')]
  const { id: surveyId } = await aSurvey(organizationId)
  const low = { npsScore: 2, rating: 2, band: 'negative', isDetractor: true }
  const { id } = await aResponse(organizationId, surveyId, low)
  return { organizationId, surveyId, low, id, ada, grace }
}

export const listResponseEventKinds = async (organizationId: string, id: string) =>
  (await getTimeline(organizationId, id)).events.map(({ kind }) => kind).toReversed()

export const listSystemEmailsOfUser = (userId: string, kind: string) =>
  db.systemEmail.findMany({ where: { userId, kind } })
