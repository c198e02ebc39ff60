import { expect, it } from 'vitest'
import { anOrganization, aSurvey } from '../testing/factories/basics'
import { aResponse } from '../testing/factories/responses'
import { countAnswersByQuestion } from './count-answers-by-question'

const answer = (questionId: string, type: string, value: string) => ({ questionId, type, text: 'Asked?', value })

it('counts the answers of each question, also of former ones, in responses that count', async () => {
  const organizationId = await anOrganization()
  const { id } = await aSurvey(organizationId, { type: 'custom', questions: [] })
  const answers = [answer('why', 'text', 'Kind'), answer('best', 'single_choice', 'food')]
  await aResponse(organizationId, id, { answers })
  await aResponse(organizationId, id, { answers: answers.slice(0, 1) })
  await aResponse(organizationId, id, { answers, status: 'partial', submittedAt: null })
  expect(await countAnswersByQuestion(organizationId, id)).toEqual({ why: 2, best: 1 })
})
