import type { ScoreBand } from '@/server/surveys/schema'
import { DEMO_COMMENTS } from './names-and-comments'
import type { SeededRandom } from './seeded-random'
import type { DemoQuestion, DemoSurvey } from './surveys'

export type DemoAnswersWithScores = {
  answers: { questionId: string; type: string; text: string; value: string | number; labels: string[] }[]
  npsScore: number | null
  csatScore: number | null
  cesScore: number | null
  rating: number | null
  isPromoter: boolean
  isDetractor: boolean
  band: ScoreBand | null
}

type Language = 'en' | 'fr'

const SCORES: Record<'nps' | 'csat' | 'ces', Record<ScoreBand, readonly number[]>> = {
  nps: { positive: [9, 9, 10, 10, 10], neutral: [7, 8, 8], negative: [2, 3, 4, 5, 6, 6] },
  csat: { positive: [4, 5, 5], neutral: [3], negative: [1, 2, 2] },
  ces: { positive: [5, 6, 6, 7, 7], neutral: [4], negative: [1, 2, 3, 3] },
}

/** @param mood from 0 (everything went wrong) to 1: shifts the odds of a score */
export function generateAnswersWithScores(
  random: SeededRandom,
  survey: DemoSurvey,
  language: Language,
  mood: number,
): DemoAnswersWithScores {
  const band = drawBand(random.next(), mood)
  const metric = survey.type === 'custom' ? null : survey.type
  const score = metric && random.pick(SCORES[metric][band])
  const answers = survey.questions.flatMap((question: DemoQuestion) => {
    const value = drawValue(random, question, language, band, score)
    if (value === null) return []
    const labels = (question.options ?? []).filter(({ id }) => id === value).map(({ label }) => label[language])
    return { questionId: question.id, type: question.type, text: question.text[language], value, labels }
  })
  return {
    answers,
    npsScore: metric === 'nps' ? score : null,
    csatScore: metric === 'csat' ? score : null,
    cesScore: metric === 'ces' ? score : null,
    rating: score,
    isPromoter: metric === 'nps' && band === 'positive',
    isDetractor: metric === 'nps' && band === 'negative',
    band: metric && band,
  }
}

function drawBand(draw: number, mood: number): ScoreBand {
  const negative = 0.32 - 0.24 * mood
  if (draw < negative) return 'negative'
  return draw < negative + 0.26 ? 'neutral' : 'positive'
}

function drawValue(
  random: SeededRandom,
  question: DemoQuestion,
  language: Language,
  band: ScoreBand,
  score: number | null,
): string | number | null {
  // Unhappy customers comment more often.
  if (question.type === 'text')
    return random.chance(band === 'negative' ? 0.75 : 0.4) ? random.pick(DEMO_COMMENTS[language][band]) : null
  if (question.type === 'single_choice') return random.pick(question.options ?? []).id
  return score
}
