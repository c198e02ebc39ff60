import { forBands, OTHER_OPTION, type TemplateDefinition, textQuestion } from './template'

/* Surveys for one occasion each. */

const GRADES = [
  { id: 'poor', label: { en: 'Poor', fr: 'Mauvais' } },
  { id: 'fair', label: { en: 'Fair', fr: 'Moyen' } },
  { id: 'good', label: { en: 'Good', fr: 'Bien' } },
  { id: 'excellent', label: { en: 'Excellent', fr: 'Excellent' } },
]

const AFTER_VISIT: TemplateDefinition = {
  key: 'visit',
  name: { en: 'After a visit', fr: 'Après une visite' },
  purpose: {
    en: 'What a visit to a shop, restaurant or practice was like. Send it the same evening, or put it on a code at the counter.',
    fr: 'Ce que l’on a pensé de la visite d’un magasin, d’un restaurant ou d’un cabinet. À envoyer le soir même, ou par un code au comptoir.',
  },
  type: 'csat',
  layout: 'all',
  questions: [
    {
      id: 'csat',
      type: 'csat',
      text: { en: 'How satisfied are you with your visit?', fr: 'Êtes-vous satisfait de votre visite\u202f?' },
      required: true,
    },
    {
      id: 'aspects',
      type: 'matrix',
      text: { en: 'How were these?', fr: 'Qu’avez-vous pensé de ceci\u202f?' },
      rows: [
        { id: 'welcome', label: { en: 'The welcome', fr: 'L’accueil' } },
        { id: 'waiting', label: { en: 'The waiting time', fr: 'Le temps d’attente' } },
        { id: 'advice', label: { en: 'The advice', fr: 'Les conseils' } },
        { id: 'place', label: { en: 'The place', fr: 'Les lieux' } },
      ],
      options: GRADES,
    },
    textQuestion(
      'wrong',
      { en: 'We are sorry. What happened?', fr: 'Nous en sommes désolés. Que s’est-il passé\u202f?' },
      forBands('detractor'),
    ),
    textQuestion(
      'better',
      { en: 'What would have made your visit better?', fr: 'Qu’est-ce qui aurait rendu votre visite meilleure\u202f?' },
      forBands('passive'),
    ),
    textQuestion(
      'liked',
      { en: 'Who or what made your visit a good one?', fr: 'Qui ou quoi a fait de votre visite un bon moment\u202f?' },
      forBands('promoter'),
    ),
    { id: 'return', type: 'yes_no', text: { en: 'Will you come back?', fr: 'Reviendrez-vous\u202f?' } },
  ],
}

const AFTER_SUPPORT: TemplateDefinition = {
  key: 'support',
  name: { en: 'After support', fr: 'Après une demande d’aide' },
  purpose: {
    en: 'Whether a request was solved, and how the help was. Send it an hour after the request is closed.',
    fr: 'Si une demande a été résolue, et comment l’aide a été vécue. À envoyer une heure après la clôture.',
  },
  type: 'csat',
  layout: 'all',
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
    {
      id: 'solved',
      type: 'yes_no',
      text: { en: 'Is your request solved?', fr: 'Votre demande est-elle résolue\u202f?' },
    },
    textQuestion(
      'open',
      { en: 'What is still open?', fr: 'Que reste-t-il à régler\u202f?' },
      { question: 'solved', in: [false] },
    ),
    {
      id: 'ces',
      type: 'ces',
      text: {
        en: 'We made it easy for you to get help.',
        fr: 'Nous vous avons permis d’obtenir facilement de l’aide.',
      },
      required: false,
    },
    textQuestion(
      'better',
      { en: 'What could we have done better?', fr: 'Qu’aurions-nous pu mieux faire\u202f?' },
      forBands('detractor', 'passive'),
    ),
    textQuestion(
      'praise',
      {
        en: 'Would you like to say something to the person who helped you?',
        fr: 'Souhaitez-vous dire un mot à la personne qui vous a aidé\u202f?',
      },
      forBands('promoter'),
    ),
  ],
}

const ONBOARDING: TemplateDefinition = {
  key: 'onboarding',
  name: { en: 'After the first weeks', fr: 'Après les premières semaines' },
  purpose: {
    en: 'Whether new customers got started, and what is in their way. Send it two weeks after they begin.',
    fr: 'Si les nouveaux clients ont bien démarré, et ce qui les freine. À envoyer deux semaines après le début.',
  },
  type: 'ces',
  layout: 'all',
  questions: [
    {
      id: 'ces',
      type: 'ces',
      text: { en: 'We made it easy for you to get started.', fr: 'Nous vous avons facilité la prise en main.' },
      required: true,
    },
    {
      id: 'done',
      type: 'yes_no',
      text: {
        en: 'Have you been able to do what you came for?',
        fr: 'Avez-vous pu faire ce pour quoi vous êtes venu\u202f?',
      },
    },
    textQuestion(
      'missing',
      { en: 'What is still missing?', fr: 'Que vous manque-t-il encore\u202f?' },
      { question: 'done', in: [false] },
    ),
    textQuestion(
      'hard',
      { en: 'Which step was harder than it should be?', fr: 'Quelle étape a été plus difficile que nécessaire\u202f?' },
      forBands('detractor', 'passive'),
    ),
    textQuestion(
      'liked',
      { en: 'What has been most useful so far?', fr: 'Qu’est-ce qui vous a été le plus utile jusqu’ici\u202f?' },
      forBands('promoter'),
    ),
    {
      id: 'help',
      type: 'multiple_choice',
      text: { en: 'What would help you now?', fr: 'Qu’est-ce qui vous aiderait maintenant\u202f?' },
      options: [
        { id: 'call', label: { en: 'A conversation', fr: 'Un échange' } },
        { id: 'guide', label: { en: 'Instructions to read', fr: 'Un mode d’emploi' } },
        { id: 'video', label: { en: 'A video', fr: 'Une vidéo' } },
        OTHER_OPTION,
      ],
    },
  ],
}

const EXIT: TemplateDefinition = {
  key: 'exit',
  name: { en: 'After a cancellation', fr: 'Après une résiliation' },
  purpose: {
    en: 'Why customers leave, and what would bring them back. Send it once, on the day they cancel.',
    fr: 'Pourquoi des clients partent, et ce qui les ferait revenir. À envoyer une seule fois, le jour de la résiliation.',
  },
  type: 'custom',
  layout: 'one',
  questions: [
    {
      id: 'reason',
      type: 'single_choice',
      required: true,
      text: {
        en: 'What is the main reason you are leaving?',
        fr: 'Quelle est la raison principale de votre départ\u202f?',
      },
      options: [
        { id: 'price', label: { en: 'It costs too much', fr: 'C’est trop cher' } },
        { id: 'lacks', label: { en: 'Something I need is missing', fr: 'Il manque quelque chose dont j’ai besoin' } },
        { id: 'problems', label: { en: 'It did not work well', fr: 'Cela ne fonctionnait pas bien' } },
        { id: 'service', label: { en: 'I was not happy with the service', fr: 'Le service ne m’a pas convenu' } },
        { id: 'competitor', label: { en: 'I am moving to someone else', fr: 'Je passe à un autre prestataire' } },
        { id: 'unneeded', label: { en: 'I no longer need it', fr: 'Je n’en ai plus besoin' } },
        OTHER_OPTION,
      ],
    },
    textQuestion(
      'right-price',
      { en: 'What price would have been right?', fr: 'Quel prix aurait été le bon\u202f?' },
      { question: 'reason', in: ['price'] },
    ),
    textQuestion(
      'missing',
      { en: 'What did you miss?', fr: 'Que vous a-t-il manqué\u202f?' },
      { question: 'reason', in: ['lacks'] },
    ),
    textQuestion(
      'wrong',
      { en: 'We are sorry. What went wrong?', fr: 'Nous en sommes désolés. Qu’est-ce qui n’a pas été\u202f?' },
      { question: 'reason', in: ['problems', 'service'] },
    ),
    textQuestion(
      'elsewhere',
      { en: 'What do they do better?', fr: 'Que fait-il mieux que nous\u202f?' },
      { question: 'reason', in: ['competitor'] },
    ),
    {
      id: 'return',
      type: 'yes_no',
      text: { en: 'Could you imagine coming back one day?', fr: 'Pourriez-vous revenir un jour\u202f?' },
    },
    textQuestion('keep', {
      en: 'What did you like, so that we keep it?',
      fr: 'Qu’avez-vous apprécié, que nous devrions garder\u202f?',
    }),
  ],
}

const EVENT: TemplateDefinition = {
  key: 'event',
  name: { en: 'After an event', fr: 'Après un événement' },
  purpose: {
    en: 'What took people’s interest, and what to do differently. Send it the morning after, or show a code at the end.',
    fr: 'Ce qui a intéressé les participants, et ce qu’il faut changer. À envoyer le lendemain matin, ou par un code à la fin.',
  },
  type: 'csat',
  layout: 'all',
  questions: [
    {
      id: 'csat',
      type: 'csat',
      text: {
        en: 'How satisfied are you with the event as a whole?',
        fr: 'Dans l’ensemble, êtes-vous satisfait de l’événement\u202f?',
      },
      required: true,
    },
    {
      id: 'aspects',
      type: 'matrix',
      text: { en: 'How were these?', fr: 'Qu’avez-vous pensé de ceci\u202f?' },
      rows: [
        { id: 'content', label: { en: 'The content', fr: 'Le contenu' } },
        { id: 'speakers', label: { en: 'The speakers', fr: 'Les intervenants' } },
        { id: 'organization', label: { en: 'The organization', fr: 'L’organisation' } },
        { id: 'venue', label: { en: 'The venue', fr: 'Le lieu' } },
      ],
      options: GRADES,
    },
    textQuestion('highlight', { en: 'What was the highlight for you?', fr: 'Quel a été votre moment fort\u202f?' }),
    textQuestion(
      'better',
      {
        en: 'What should we do differently next time?',
        fr: 'Que devrions-nous faire autrement la prochaine fois\u202f?',
      },
      forBands('detractor', 'passive'),
    ),
    { id: 'again', type: 'yes_no', text: { en: 'Would you come again?', fr: 'Reviendriez-vous\u202f?' } },
    textQuestion('topics', {
      en: 'Which topics would you like next time?',
      fr: 'Quels sujets aimeriez-vous la prochaine fois\u202f?',
    }),
  ],
}

export const OCCASION_TEMPLATES = [AFTER_VISIT, AFTER_SUPPORT, ONBOARDING, EXIT, EVENT]
