import type { EntryCause } from '@/server/sequences/entry/schema'
import type { StepCondition, StepType } from '@/server/sequences/schema'
import type { QuestionInput, SurveyType } from '@/server/surveys/schema'

const HOUR = 3600
const DAY = 24 * HOUR

type Text = { en: string; fr: string }

type TemplateStep = {
  type: Extract<StepType, 'survey' | 'email'>
  /** Seconds. */
  delay: number
  subject?: Text
  body?: Text
  condition?: StepCondition
}

export type SuggestedCause = Extract<EntryCause, { type: 'contact_created' | 'recurring' }>

type SequenceTemplate = {
  /** Of the survey that its steps send; null for any. */
  surveyType: SurveyType | null
  /** Created for an organization that has no active survey of the type. Its name is a message of `sequenceTemplates`. */
  survey: { type: SurveyType; questions: QuestionInput[] }
  steps: readonly TemplateStep[]
  /** The rule that the entry page offers; null if an API call or a person enrols. */
  entry: SuggestedCause | null
}

const REASON: QuestionInput = {
  id: 'reason',
  type: 'text',
  text: {
    en: 'What is the main reason for your answer?',
    fr: 'Quelle est la raison principale de votre réponse\u202f?',
  },
}

/** Texts are in both languages, because a contact gets the message in theirs. */
export const SEQUENCE_TEMPLATES = {
  visit: {
    surveyType: 'csat',
    survey: {
      type: 'csat',
      questions: [
        {
          type: 'csat',
          text: { en: 'How satisfied are you with your visit?', fr: 'Êtes-vous satisfait de votre visite\u202f?' },
        },
        REASON,
      ],
    },
    steps: [
      {
        type: 'survey',
        delay: DAY,
        subject: { en: 'How was your visit?', fr: 'Comment s’est passée votre visite\u202f?' },
        body: {
          en: 'Thank you for your visit. We have one question, and it takes ten seconds.',
          fr: 'Merci de votre visite. Nous avons une question, et y répondre prend dix secondes.',
        },
      },
      {
        type: 'survey',
        delay: 3 * DAY,
        condition: 'not_answered',
        subject: { en: 'Your visit: a quick reminder', fr: 'Votre visite\u202f: un petit rappel' },
        body: {
          en: 'Our question may have slipped past you. If you have ten seconds, we would like to know. We will not ask again.',
          fr: 'Notre question vous a peut-être échappé. Si vous avez dix secondes, votre avis nous intéresse. Ce rappel est le seul.',
        },
      },
    ],
    entry: null,
  },
  support: {
    surveyType: 'ces',
    survey: {
      type: 'ces',
      questions: [
        {
          type: 'ces',
          text: { en: 'It was easy to get help from you.', fr: 'Il a été facile d’obtenir votre aide.' },
        },
        REASON,
      ],
    },
    steps: [
      {
        type: 'survey',
        delay: 2 * HOUR,
        subject: { en: 'Was it easy to get help?', fr: 'A-t-il été facile d’obtenir de l’aide\u202f?' },
        body: {
          en: 'You asked us for help recently. We have one question about it.',
          fr: 'Vous nous avez récemment demandé de l’aide. Nous avons une question à ce sujet.',
        },
      },
      {
        type: 'survey',
        delay: 2 * DAY,
        condition: 'not_answered',
        subject: { en: 'Your request: a quick reminder', fr: 'Votre demande\u202f: un petit rappel' },
        body: {
          en: 'We would still like to know how easy it was to get help. It takes ten seconds, and we will not ask again.',
          fr: 'Nous aimerions toujours savoir s’il a été facile d’obtenir de l’aide. Dix secondes suffisent, et ce rappel est le seul.',
        },
      },
    ],
    entry: null,
  },
  onboarding: {
    surveyType: 'csat',
    survey: {
      type: 'csat',
      questions: [
        {
          type: 'csat',
          text: {
            en: 'How satisfied are you with us so far?',
            fr: 'Jusqu’ici, êtes-vous satisfait de nous\u202f?',
          },
        },
        {
          id: 'missing',
          type: 'text',
          text: {
            en: 'What is still missing or unclear?',
            fr: 'Que manque-t-il encore, ou qu’est-ce qui n’est pas clair\u202f?',
          },
        },
      ],
    },
    steps: [
      {
        type: 'email',
        delay: 0,
        subject: { en: 'Welcome to {{organization}}', fr: 'Bienvenue chez {{organization}}' },
        body: {
          en: 'Hello {{firstName|there}},\n\nThank you for choosing {{organization}}.\n\nIn a week, we will ask you a single question: how your first days with us are going. Until then, we are here if anything is unclear.',
          fr: 'Bonjour {{firstName|à vous}},\n\nMerci d’avoir choisi {{organization}}.\n\nDans une semaine, nous vous poserons une seule question\u202f: comment se passent vos débuts avec nous\u202f? D’ici là, nous sommes là si quelque chose n’est pas clair.',
        },
      },
      {
        type: 'survey',
        delay: 7 * DAY,
        subject: { en: 'How are your first days with us?', fr: 'Comment se passent vos débuts avec nous\u202f?' },
        body: {
          en: 'You have been with us for a week. Here is the one question we promised.',
          fr: 'Vous êtes avec nous depuis une semaine. Voici la question que nous vous avions annoncée.',
        },
      },
      {
        type: 'survey',
        delay: 3 * DAY,
        condition: 'not_answered',
        subject: { en: 'Your first days: a quick reminder', fr: 'Vos débuts avec nous\u202f: un petit rappel' },
        body: {
          en: 'If something is missing or unclear, we would like to know. It takes ten seconds, and we will not ask again.',
          fr: 'Si quelque chose manque ou n’est pas clair, nous aimerions le savoir. Dix secondes suffisent, et ce rappel est le seul.',
        },
      },
    ],
    entry: { type: 'contact_created', createdVia: ['dashboard', 'api'] },
  },
  quarterly: {
    surveyType: 'nps',
    survey: { type: 'nps', questions: [REASON] },
    steps: [
      {
        type: 'survey',
        delay: 0,
        subject: { en: 'Would you recommend us?', fr: 'Nous recommanderiez-vous\u202f?' },
        body: {
          en: 'Every three months, we ask how we are doing. It is one question, and it takes ten seconds.',
          fr: 'Tous les trois mois, nous vous demandons votre avis. C’est une seule question, et y répondre prend dix secondes.',
        },
      },
      {
        type: 'survey',
        delay: 5 * DAY,
        condition: 'not_answered',
        subject: {
          en: 'Would you recommend us? A quick reminder',
          fr: 'Nous recommanderiez-vous\u202f? Un petit rappel',
        },
        body: {
          en: 'We have not heard from you yet. If you have ten seconds, we would like to know. We will not ask again for three months.',
          fr: 'Nous n’avons pas encore eu votre réponse. Si vous avez dix secondes, votre avis nous intéresse. Nous ne vous solliciterons plus avant trois mois.',
        },
      },
    ],
    entry: { type: 'recurring', everyDays: 90 },
  },
  reminders: {
    surveyType: null,
    survey: { type: 'nps', questions: [REASON] },
    steps: [
      { type: 'survey', delay: 0 },
      {
        type: 'survey',
        delay: 3 * DAY,
        condition: 'not_answered',
        subject: { en: 'A quick reminder from {{organization}}', fr: 'Un petit rappel de {{organization}}' },
        body: {
          en: 'Our question may have slipped past you. It takes ten seconds.',
          fr: 'Notre question vous a peut-être échappé. Y répondre prend dix secondes.',
        },
      },
      {
        type: 'survey',
        delay: 7 * DAY,
        condition: 'not_answered',
        subject: { en: 'Last reminder from {{organization}}', fr: 'Dernier rappel de {{organization}}' },
        body: {
          en: 'This is our last reminder. If you would like to answer, this is the moment. Otherwise, we will leave you in peace.',
          fr: 'Ceci est notre dernier rappel. Si vous souhaitez répondre, c’est le moment. Sinon, nous ne vous dérangerons plus à ce sujet.',
        },
      },
    ],
    entry: null,
  },
} as const satisfies Record<string, SequenceTemplate>

export type TemplateName = keyof typeof SEQUENCE_TEMPLATES

export const TEMPLATE_NAMES = Object.keys(SEQUENCE_TEMPLATES) as TemplateName[]

export function isTemplateName(text: string): text is TemplateName {
  return Object.hasOwn(SEQUENCE_TEMPLATES, text)
}

/** The template, without what is particular to each. */
export function getSequenceTemplate(name: TemplateName): SequenceTemplate {
  return SEQUENCE_TEMPLATES[name]
}
