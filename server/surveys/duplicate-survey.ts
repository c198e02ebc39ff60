import { NotFound } from '../errors'
import { transact } from '../unit-of-work'
import type { DuplicateSurvey } from './schema'
import { copySurveyContent } from './surveys'
import { firstVersion } from './versions/record-version'

/**
 * Copies a survey with its questions as an active survey. Responses and the steps that send it stay with the original.
 * @throws {NotFound}
 */
export async function duplicateSurvey(organizationId: string, { id, name }: DuplicateSurvey): Promise<{ id: string }> {
  return transact(async ({ tx }) => {
    const original = await tx.survey.findFirst({ where: { id, organizationId, deletedAt: null } })
    if (!original) throw new NotFound('survey')
    const content = copySurveyContent(original)
    const copy = await tx.survey.create({ data: { organizationId, ...content, name, versions: firstVersion(content) } })
    return { id: copy.id }
  })
}
