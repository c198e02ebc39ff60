import { expect, it } from 'vitest'
import { anOrganization, aSurvey } from '../testing/factories/basics'
import { aResponse } from '../testing/factories/responses'
import { getDrivers } from './drivers'

type Said = { score: number; words?: string; choice?: string; language?: 'en' | 'fr' }

async function say(organizationId: string, surveyId: string, { score, words, choice, language = 'en' }: Said) {
  const answers = [
    { questionId: 'nps', type: 'nps', text: 'How likely?', value: score },
    ...(choice
      ? [
          {
            questionId: 'why',
            type: 'multiple_choice',
            text: 'What went wrong?',
            value: [choice],
            labels: [`The ${choice}`],
          },
        ]
      : []),
    ...(words ? [{ questionId: 'more', type: 'text', text: 'Tell us more', value: words }] : []),
  ]
  await aResponse(organizationId, surveyId, {
    language,
    answers,
    npsScore: score,
    rating: score,
    band: score <= 6 ? 'negative' : score <= 8 ? 'neutral' : 'positive',
  })
}

it('lists the choices and words more frequent in low scores than in others, with both counts', async () => {
  const [organizationId, other] = [await anOrganization(), await anOrganization()]
  const [{ id }, { id: foreign }] = [await aSurvey(organizationId), await aSurvey(other)]
  for (const words of ['We waited so long.', 'Waiting for an hour, and the staff was kind.', 'Long waits again'])
    await say(organizationId, id, { score: 2, words, choice: 'queue' })
  for (const words of ['The staff was kind', 'Kind staff, no waiting', 'Lovely staff'])
    await say(organizationId, id, { score: 10, words, choice: 'price' })
  for (let at = 0; at < 5; at += 1)
    await say(other, foreign, { score: 0, words: 'Terrible terrible noise', choice: 'noise' })

  const { choices, words } = await getDrivers(organizationId, { days: 30 })
  expect(choices).toEqual([{ name: 'The queue', question: 'What went wrong?', low: 3, lowOf: 3, other: 0, otherOf: 3 }])
  expect(words).toHaveLength(1)
  expect(words[0]).toMatchObject({ low: 3, lowOf: 3, other: 1, otherOf: 3, question: null })
  expect(words[0]?.name).toMatch(/^wait/)
})

it('finds French driver words, counts a response once, and omits words of fewer than three', async () => {
  const organizationId = await anOrganization()
  const { id } = await aSurvey(organizationId)
  for (const words of ['Livraison en retard, encore en retard', 'L’équipe était en retard.', 'Retards à répétition'])
    await say(organizationId, id, { score: 1, words, language: 'fr' })
  await say(organizationId, id, { score: 1, words: 'Expensive' })
  await say(organizationId, id, { score: 1, words: 'Expensive, expensive' })
  const { words } = await getDrivers(organizationId, { days: 30 })
  expect(words).toMatchObject([{ name: 'retard', low: 3, lowOf: 5, other: 0 }])
  expect(await getDrivers(organizationId, { days: 30, from: '2020-01-01', to: '2020-02-01' })).toEqual({
    choices: [],
    words: [],
  })
})
