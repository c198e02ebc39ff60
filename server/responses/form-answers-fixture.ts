import { db } from '../db'

export const toFormAnswers = (answers: Record<string, string | string[]>) =>
  new Map(Object.entries(answers).map(([id, value]) => [id, [value].flat()]))

export const FOLLOW_UP_QUESTIONS = [
  { id: 'why', type: 'text', text: { en: 'Why?', fr: 'Pourquoi ?' }, required: false },
  { id: 'call', type: 'yes_no', text: 'May we call you?', required: true, showIf: { band: ['detractor'] } },
  {
    id: 'when',
    type: 'multiple_choice',
    text: 'When?',
    required: false,
    options: [
      { id: 'am', label: { en: 'Morning', fr: 'Matin' } },
      { id: 'pm', label: { en: 'Afternoon', fr: 'Après-midi' } },
    ],
    showIf: { question: 'call', in: [true] },
  },
]

export const listWebhookDeliveryRows = (organizationId: string) =>
  db.webhookDelivery.findMany({ where: { organizationId }, orderBy: { id: 'asc' } })
