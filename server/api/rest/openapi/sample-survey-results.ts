import type { QuestionResults, SurveyResults } from '../../../survey-results/schema'
import { sampleIds, sampleSurvey } from './sample-resources'

const question = {
  isCurrent: true,
  score: null,
  scale: null,
  mean: null,
  values: [],
  trend: [],
  texts: [],
  numbers: null,
  spread: null,
  stopped: 0,
} satisfies Partial<QuestionResults>

const nps = { n: 40, value: 25, interval: { low: 1, high: 47 } }

export const sampleSurveyResults: SurveyResults = {
  survey: { id: sampleSurvey.id, name: sampleSurvey.name, type: sampleSurvey.type },
  period: { from: '2026-03-01', to: '2026-03-31' },
  step: 'month',
  steps: ['day', 'week', 'month'],
  responses: 40,
  counted: 40,
  completion: { begun: 44, submitted: 40 },
  timeToComplete: { known: 38, lowerQuartile: 21, median: 34, upperQuartile: 58 },
  questions: [
    {
      ...question,
      id: 'nps',
      type: 'nps',
      text: sampleSurvey.questions[0]?.text ?? '',
      n: 40,
      score: nps,
      scale: { min: 0, max: 10 },
      values: [
        {
          value: '9',
          label: null,
          row: null,
          n: 20,
          share: { n: 40, value: 50, interval: { low: 35, high: 65 } },
          averagePlace: null,
        },
      ],
      trend: [{ day: '2026-03-01', ...nps }],
      stopped: 3,
    },
    {
      ...question,
      id: 'why',
      type: 'text',
      text: sampleSurvey.questions[1]?.text ?? '',
      n: 12,
      texts: [
        {
          responseId: sampleIds.response,
          text: 'We waited too long.',
          band: 'negative',
          createdAt: '2026-03-04T08:15:30.250Z',
        },
      ],
    },
  ],
}
