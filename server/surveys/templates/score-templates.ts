import { METRIC_QUESTION_TEXTS } from '../constants'
import { forBands, OTHER_OPTION, type TemplateDefinition, textQuestion } from './template'

/* Surveys of one score, for any occasion. */

const EXPERIENCE_OPTIONS = [
  { id: 'quality', label: { en: 'The quality', fr: 'La qualité' } },
  { id: 'price', label: { en: 'The price', fr: 'Le prix' } },
  { id: 'speed', label: { en: 'How fast it was', fr: 'La rapidité' } },
  { id: 'staff', label: { en: 'The people', fr: 'Le personnel' } },
  OTHER_OPTION,
]

export const SCORE_TEMPLATES: TemplateDefinition[] = [
  {
    key: 'nps',
    name: { en: 'Would you recommend us?', fr: 'Nous recommanderiez-vous\u202f?' },
    purpose: {
      en: 'The Net Promoter Score: how likely people are to recommend you, and why. Send it every quarter or half-year.',
      fr: 'Le Net Promoter Score\u202f: si l’on vous recommanderait, et pourquoi. À envoyer chaque trimestre ou chaque semestre.',
    },
    type: 'nps',
    layout: 'all',
    questions: [
      { id: 'nps', type: 'nps', text: METRIC_QUESTION_TEXTS.nps, required: true },
      textQuestion(
        'disappointed',
        {
          en: 'What went wrong, and what should we change first?',
          fr: 'Qu’est-ce qui n’a pas été, et que devrions-nous changer en premier\u202f?',
        },
        forBands('detractor'),
      ),
      textQuestion(
        'better',
        { en: 'What would it take to make it a 9 or a 10?', fr: 'Que faudrait-il pour arriver à 9 ou 10\u202f?' },
        forBands('passive'),
      ),
      textQuestion(
        'liked',
        { en: 'What do you like most about us?', fr: 'Qu’appréciez-vous le plus chez nous\u202f?' },
        forBands('promoter'),
      ),
    ],
  },
  {
    key: 'csat',
    name: { en: 'How satisfied are you?', fr: 'Êtes-vous satisfait\u202f?' },
    purpose: {
      en: 'Satisfaction with one experience, and what it was about. Send it within a day.',
      fr: 'La satisfaction après une expérience, et à quoi elle tient. À envoyer dans la journée.',
    },
    type: 'csat',
    layout: 'all',
    questions: [
      { id: 'csat', type: 'csat', text: METRIC_QUESTION_TEXTS.csat, required: true },
      {
        id: 'disappointed',
        type: 'multiple_choice',
        text: { en: 'What could have been better?', fr: 'Qu’est-ce qui aurait pu être mieux\u202f?' },
        options: EXPERIENCE_OPTIONS,
        showIf: forBands('detractor', 'passive'),
      },
      {
        id: 'liked',
        type: 'multiple_choice',
        text: { en: 'What did you like?', fr: 'Qu’avez-vous apprécié\u202f?' },
        options: EXPERIENCE_OPTIONS,
        showIf: forBands('promoter'),
      },
      textQuestion('more', {
        en: 'Is there anything else you would like to tell us?',
        fr: 'Souhaitez-vous nous dire autre chose\u202f?',
      }),
    ],
  },
  {
    key: 'ces',
    name: { en: 'Was it easy?', fr: 'Était-ce facile\u202f?' },
    purpose: {
      en: 'The effort people had to make, and where. Send it right after a task: an order, a return, a request.',
      fr: 'L’effort qu’il a fallu fournir, et à quel endroit. À envoyer juste après une démarche\u202f: commande, retour, demande.',
    },
    type: 'ces',
    layout: 'all',
    questions: [
      { id: 'ces', type: 'ces', text: METRIC_QUESTION_TEXTS.ces, required: true },
      {
        id: 'task',
        type: 'single_choice',
        text: { en: 'What did you want to do?', fr: 'Que vouliez-vous faire\u202f?' },
        options: [
          { id: 'order', label: { en: 'Buy or book something', fr: 'Acheter ou réserver' } },
          { id: 'information', label: { en: 'Find information', fr: 'Trouver une information' } },
          { id: 'change', label: { en: 'Change or return something', fr: 'Modifier ou retourner quelque chose' } },
          { id: 'problem', label: { en: 'Solve a problem', fr: 'Résoudre un problème' } },
          OTHER_OPTION,
        ],
      },
      textQuestion(
        'obstacle',
        {
          en: 'What made it harder than it should be?',
          fr: 'Qu’est-ce qui a été plus compliqué que nécessaire\u202f?',
        },
        forBands('detractor', 'passive'),
      ),
      textQuestion(
        'smooth',
        { en: 'What worked particularly well?', fr: 'Qu’est-ce qui a particulièrement bien fonctionné\u202f?' },
        forBands('promoter'),
      ),
    ],
  },
  {
    key: 'enps',
    name: { en: 'How do you like working here?', fr: 'Comment vous sentez-vous au travail\u202f?' },
    purpose: {
      en: 'The employee Net Promoter Score: whether your team would recommend you as an employer, and what to change.',
      fr: 'Le Net Promoter Score des salariés\u202f: si votre équipe vous recommanderait comme employeur, et ce qu’il faut changer.',
    },
    type: 'nps',
    layout: 'all',
    questions: [
      {
        id: 'nps',
        type: 'nps',
        text: {
          en: 'How likely are you to recommend us as a place to work?',
          fr: 'Quelle est la probabilité que vous nous recommandiez comme employeur\u202f?',
        },
        required: true,
      },
      {
        id: 'work',
        type: 'matrix',
        text: { en: 'How far do you agree?', fr: 'Dans quelle mesure êtes-vous d’accord\u202f?' },
        rows: [
          { id: 'goals', label: { en: 'I know what is expected of me.', fr: 'Je sais ce que l’on attend de moi.' } },
          {
            id: 'means',
            label: {
              en: 'I have what I need to do my work well.',
              fr: 'J’ai ce qu’il me faut pour bien faire mon travail.',
            },
          },
          {
            id: 'support',
            label: { en: 'My manager supports me.', fr: 'Mon responsable me soutient.' },
          },
          { id: 'growth', label: { en: 'I can learn and grow here.', fr: 'Je peux apprendre et évoluer ici.' } },
        ],
        options: [
          { id: 'no', label: { en: 'Disagree', fr: 'Pas d’accord' } },
          { id: 'partly', label: { en: 'Partly', fr: 'En partie' } },
          { id: 'yes', label: { en: 'Agree', fr: 'D’accord' } },
        ],
      },
      textQuestion('reason', {
        en: 'What is the main reason for your score?',
        fr: 'Quelle est la raison principale de votre note\u202f?',
      }),
      textQuestion(
        'change',
        {
          en: 'If you could change one thing, what would it be?',
          fr: 'Si vous pouviez changer une chose, laquelle\u202f?',
        },
        forBands('detractor', 'passive'),
      ),
    ],
  },
]
