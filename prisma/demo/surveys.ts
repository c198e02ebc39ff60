type Text = { en: string; fr: string }

export type DemoQuestion = {
  id: string
  type: 'nps' | 'csat' | 'ces' | 'rating' | 'single_choice' | 'text'
  text: Text
  required: boolean
  options?: { id: string; label: Text }[]
}

export type DemoSurvey = { name: string; type: 'nps' | 'csat' | 'ces' | 'custom'; questions: DemoQuestion[] }

const reason = (text: Text): DemoQuestion => ({ id: 'reason', type: 'text', text, required: false })

export const DEMO_SURVEYS = {
  nps: {
    name: 'Would you recommend us?',
    type: 'nps',
    questions: [
      {
        id: 'nps',
        type: 'nps',
        text: {
          en: 'How likely are you to recommend us to a friend or colleague?',
          fr: 'Quelle est la probabilité que vous nous recommandiez à un proche ou à un collègue\u202f?',
        },
        required: true,
      },
      reason({
        en: 'What is the main reason for your score?',
        fr: 'Quelle est la raison principale de votre note\u202f?',
      }),
    ],
  },
  csat: {
    name: 'How was our support?',
    type: 'csat',
    questions: [
      {
        id: 'csat',
        type: 'csat',
        text: {
          en: 'How satisfied are you with the help you received?',
          fr: 'Êtes-vous satisfait de l’aide que vous avez reçue\u202f?',
        },
        required: true,
      },
      reason({ en: 'What could we have done better?', fr: 'Qu’aurions-nous pu mieux faire\u202f?' }),
    ],
  },
  ces: {
    name: 'Was it easy to get started?',
    type: 'ces',
    questions: [
      {
        id: 'ces',
        type: 'ces',
        text: {
          en: 'We made it easy for you to get started.',
          fr: 'Nous vous avons facilité la prise en main.',
        },
        required: true,
      },
      reason({
        en: 'What was harder than it should have been?',
        fr: 'Qu’est-ce qui était plus difficile que prévu\u202f?',
      }),
    ],
  },
  custom: {
    name: 'Opening hours',
    type: 'custom',
    questions: [
      {
        id: 'when',
        type: 'single_choice',
        text: { en: 'When do you prefer to visit us?', fr: 'Quand préférez-vous venir\u202f?' },
        required: true,
        options: [
          { id: 'early', label: { en: 'Before 9 am', fr: 'Avant 9\u00a0h' } },
          { id: 'noon', label: { en: 'Around noon', fr: 'Vers midi' } },
          { id: 'evening', label: { en: 'After 6 pm', fr: 'Après 18\u00a0h' } },
          { id: 'saturday', label: { en: 'On Saturday', fr: 'Le samedi' } },
        ],
      },
      reason({ en: 'Is there anything else we should know?', fr: 'Y a-t-il autre chose à savoir\u202f?' }),
    ],
  },
} as const satisfies Record<string, DemoSurvey>
