import { expect, it } from 'vitest'
import { anOrganization, aSurvey } from '../testing/factories/basics'
import { insertResponses } from '../testing/factories/responses'
import { getScoreDrivers } from './score-drivers'

type SampleAnswer = { score: number; words?: string; choice?: string; language?: 'en' | 'fr' }

function toResponse(organizationId: string, surveyId: string, { score, words, choice, language = 'en' }: SampleAnswer) {
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
  return {
    organizationId,
    surveyId,
    contactId: organizationId,
    status: 'completed',
    language,
    answers,
    npsScore: score,
    rating: score,
    band: score <= 6 ? 'negative' : score <= 8 ? 'neutral' : 'positive',
  }
}

async function findDriversAmong(...samples: SampleAnswer[]) {
  const organizationId = await anOrganization()
  const { id: surveyId } = await aSurvey(organizationId)
  await insertResponses(samples.map((one) => toResponse(organizationId, surveyId, one)))
  return getScoreDrivers(organizationId, { days: 30 })
}

const times = (count: number, sample: SampleAnswer): SampleAnswer[] => Array.from({ length: count }, () => sample)

it('reports a repeated complaint as one phrase with counts and a quote, without function, filler and number words', async () => {
  const { lowScores, phrases } = await findDriversAmong(
    ...times(8, { score: 2, words: 'I waited forty minutes even though I had an appointment. Could anyone come?' }),
    ...times(24, { score: 4, words: 'Lovely people, but only six of ten, I suppose' }),
    ...times(68, { score: 10, words: 'Lovely people, even around closing time' }),
  )
  expect(lowScores).toBe(32)
  expect(phrases.map(({ name }) => name)).toEqual(['waited … minutes … appointment'])
  expect(phrases[0]).toMatchObject({ low: 8, lowOf: 32, other: 0, otherOf: 68, question: null })
  expect(phrases[0]?.quote?.text).toContain('I waited forty minutes even though I had an appointment.')
})

it('counts words by their stems, each response once, and reports unrelated complaints separately', async () => {
  const { phrases } = await findDriversAmong(
    ...times(4, { score: 1, words: 'We waited. Waiting, waiting, waiting!' }),
    ...times(4, { score: 1, words: 'The wait was bad' }),
    ...times(7, { score: 3, words: 'Cold soup' }),
    ...times(20, { score: 9, words: 'The soup was lovely' }),
    ...times(20, { score: 9, words: 'Great' }),
  )
  expect(phrases).toMatchObject([
    { low: 8, lowOf: 15, other: 0, otherOf: 40 },
    { name: 'cold soup', low: 7, lowOf: 15, other: 0, otherOf: 40 },
  ])
  expect(phrases[0]?.name).toMatch(/^wait/)
})

it('reports phrases of French responses', async () => {
  const { phrases } = await findDriversAmong(
    ...times(6, {
      score: 1,
      words: 'La livraison était vraiment en retard, et personne ne m’a prévenu',
      language: 'fr',
    }),
    ...times(30, { score: 10, words: 'L’équipe était très bien', language: 'fr' }),
  )
  expect(phrases).toMatchObject([{ name: 'livraison … retard … prévenu', low: 6, lowOf: 6, other: 0, otherOf: 30 }])
})

it('reports no driver that chance explains or that fewer than five low responses contain', async () => {
  expect(
    await findDriversAmong(
      ...times(4, { score: 0, words: 'Terrible noise', choice: 'noise' }),
      ...times(6, { score: 3, words: 'The parking', choice: 'parking' }),
      ...times(5, { score: 10, words: 'The parking', choice: 'parking' }),
    ),
  ).toEqual({ lowScores: 10, choices: [], phrases: [] })
})

it('reports no driver among many random words (multiple comparisons)', async () => {
  const consonants = 'bcdfghklmn'.split('')
  const words = consonants.flatMap((one) => consonants.map((other) => `${one}a${other}o${one}`))
  // The words are random and independent of the score.
  let state = 1
  const random = () => {
    state = (state * 48_271) % 2_147_483_647
    return state
  }
  const samples = Array.from({ length: 200 }, (_, person): SampleAnswer => {
    const own = Array.from({ length: 12 }, () => words[random() % words.length])
    return { score: person % 2 === 0 ? 2 : 9, words: own.join('. ') }
  })
  expect((await findDriversAmong(...samples)).phrases).toEqual([])
})

it('reports the choices associated with low scores, and none of another organization', async () => {
  const organizationId = await anOrganization()
  const { id } = await aSurvey(organizationId)
  const low = times(6, { score: 2, choice: 'queue', words: 'So slow' })
  await insertResponses(
    [...low, ...times(12, { score: 10, choice: 'price' })].map((one) => toResponse(organizationId, id, one)),
  )
  await findDriversAmong(...times(20, { score: 0, words: 'Foreign noise', choice: 'noise' }))
  const { choices, phrases } = await getScoreDrivers(organizationId, { days: 30 })
  expect(choices).toMatchObject([
    {
      name: 'The queue',
      question: 'What went wrong?',
      low: 6,
      lowOf: 6,
      other: 0,
      otherOf: 12,
      quote: { text: 'So slow' },
    },
  ])
  // There are no other texts to compare with.
  expect(phrases).toEqual([])
  expect(await getScoreDrivers(organizationId, { days: 30, from: '2020-01-01', to: '2020-02-01' })).toEqual({
    lowScores: 0,
    choices: [],
    phrases: [],
  })
})
