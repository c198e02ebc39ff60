import { NotFound } from '../errors'
import { transact } from '../unit-of-work'
import { asStoredEndings, asStoredQuestions } from './questions'
import type { DuplicateSurvey } from './schema'
import { firstVersion } from './versions/record-version'

/**
 * Copies a survey with its questions as an active survey. Responses and the steps that send it stay with the original.
 * @throws {NotFound}
 */
export async function duplicateSurvey(organizationId: string, { id, name }: DuplicateSurvey): Promise<{ id: string }> {
  return transact(async ({ tx }) => {
    const original = await tx.survey.findFirst({ where: { id, organizationId, deletedAt: null } })
    if (!original) throw new NotFound('survey')
    const { type, questions, endings, layout, cooldownDays, priority } = original
    const content = { questions: asStoredQuestions(questions), endings: asStoredEndings(endings), layout }
    const copy = await tx.survey.create({
      data: {
        organizationId,
        name,
        type,
        ...content,
        cooldownDays,
        priority,
        versions: firstVersion(content),
      },
    })
    return { id: copy.id }
  })
}
