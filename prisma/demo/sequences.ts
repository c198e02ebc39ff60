import { DAY_MS } from '../../server/clock'
import type { Prisma } from '../../server/db'
import { createUuidAt } from './contacts-and-master-data'
import { DEMO_SURVEYS, type DemoSurvey } from './surveys'

const HOUR = 3600
const DAY = 24 * HOUR

type SurveyName = keyof typeof DEMO_SURVEYS

export type DemoStep = Prisma.SequenceStepCreateManyInput & { id: string; position: number; delay: number }

export type SendingPlan = {
  sequenceId: string | null
  surveyId: string
  survey: DemoSurvey
  /** Empty for a survey sent without a sequence. */
  steps: DemoStep[]
  sendingCount: number
  /** From 0 to 1. */
  responseRate: number
}

export type SurveyProgram = {
  surveys: (Prisma.SurveyCreateManyInput & { id: string })[]
  sequences: Prisma.SequenceCreateManyInput[]
  sendingPlans: SendingPlan[]
}

export function buildSurveyProgram(organizationId: string, start: Date): SurveyProgram {
  const surveyAt = (index: number) => new Date(start.getTime() - (8 - index) * DAY_MS)
  const surveys = Object.values(DEMO_SURVEYS).map((survey, index) => ({
    id: createUuidAt(surveyAt(index)),
    organizationId,
    ...survey,
    questions: [...survey.questions],
    createdAt: surveyAt(index),
    updatedAt: surveyAt(index),
  }))
  const surveyId = (name: SurveyName) => surveys[Object.keys(DEMO_SURVEYS).indexOf(name)]?.id ?? ''

  const drafts: {
    name: string
    description: string
    status: string
    surveyName: SurveyName
    steps: Step[]
    volume: Volume
  }[] = [
    {
      name: 'After a visit',
      description: 'Asks right away whether people would recommend us.',
      status: 'active',
      surveyName: 'nps',
      steps: [{ type: 'survey', delay: 0 }],
      volume: { sendingCount: 250, responseRate: 0.47 },
    },
    {
      name: 'After a support request',
      description:
        'Sent an hour after we close a request, with a reminder three days later for anyone who has not answered.',
      status: 'active',
      surveyName: 'csat',
      steps: [
        { type: 'survey', delay: HOUR },
        {
          type: 'email',
          delay: 3 * DAY,
          condition: 'not_answered',
          subject: { en: 'How did we do?', fr: 'Avons-nous bien répondu à votre demande\u202f?' },
          body: {
            en: 'A few days ago, we asked how our support was. One tap is all it takes, and we read every answer:\n\n{{surveyLink}}',
            fr: 'Il y a quelques jours, nous vous avons demandé votre avis sur notre aide. Un clic suffit, et nous lisons chaque réponse\u202f:\n\n{{surveyLink}}',
          },
        },
      ],
      volume: { sendingCount: 170, responseRate: 0.5 },
    },
    {
      name: 'First weeks',
      description: 'Asks new customers after two weeks whether it was easy to get started.',
      status: 'paused',
      surveyName: 'ces',
      steps: [{ type: 'survey', delay: 14 * DAY }],
      volume: { sendingCount: 70, responseRate: 0.44 },
    },
  ]

  const built = drafts.map(({ surveyName, steps, volume, ...sequence }, index) => {
    const createdAt = new Date(start.getTime() - (4 - index) * DAY_MS)
    const id = createUuidAt(createdAt)
    const rows = steps.map((step, position) => ({
      id: createUuidAt(createdAt),
      organizationId,
      sequenceId: id,
      position,
      ...step,
      surveyId: step.type === 'survey' ? surveyId(surveyName) : null,
      createdAt,
      updatedAt: createdAt,
    }))
    const route: SendingPlan = {
      sequenceId: id,
      surveyId: surveyId(surveyName),
      survey: DEMO_SURVEYS[surveyName],
      steps: rows,
      ...volume,
    }
    return { sequence: { id, organizationId, ...sequence, createdAt, updatedAt: createdAt }, route }
  })

  const singleSurvey: SendingPlan = {
    sequenceId: null,
    surveyId: surveyId('custom'),
    survey: DEMO_SURVEYS.custom,
    steps: [],
    sendingCount: 30,
    responseRate: 0.6,
  }
  return {
    surveys,
    sequences: built.map(({ sequence }) => sequence),
    sendingPlans: [...built.map(({ route }) => route), singleSurvey],
  }
}

type Volume = { sendingCount: number; responseRate: number }
type Step = {
  type: 'survey' | 'email'
  delay: number
  condition?: string
  subject?: { en: string; fr: string }
  body?: { en: string; fr: string }
}
