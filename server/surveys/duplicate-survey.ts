import { NotFound } from '../errors'
import { transact } from '../unit-of-work'
import { asStoredQuestions } from './questions'
import type { DuplicateSurvey } from './schema'

/**
 * Copies a survey with its questions as an active survey. Responses and the steps that send it stay with the original.
 * @throws {NotFound}
 */
export async function duplicateSurvey(organizationId: string, { id, name }: DuplicateSurvey): Promise<{ id: string }> {
  return transact(async ({ tx }) => {
    const original = await tx.survey.findFirst({ where: { id, organizationId, deletedAt: null } })
    if (!original) throw new NotFound('survey')
    const { type, questions, cooldownDays, priority } = original
    const copy = await tx.survey.create({
      data: { organizationId, name, type, questions: asStoredQuestions(questions), cooldownDays, priority },
    })
    return { id: copy.id }
  })
}
