import type { ScoreBand } from '@/server/surveys/schema'

export const FIRST_NAMES =
  'Ada Grace Alan Emmy Katherine Claude Hedy Edsger Barbara Leonhard Sophie Blaise Marie Évariste Hypatia Niels Rosalind Carl Lise René'.split(
    ' ',
  )

export const LAST_NAMES =
  'Lovelace Hopper Turing Noether Johnson Shannon Lamarr Dijkstra McClintock Euler Germain Pascal Curie Galois Franklin Bohr Gauss Meitner Descartes Fourier'.split(
    ' ',
  )

/** Contacts with these first names answer in French. */
export const FRENCH_SPEAKING_FIRST_NAMES: ReadonlySet<string> = new Set([
  'Sophie',
  'Blaise',
  'Marie',
  'Évariste',
  'René',
])

type Comments = Record<'en' | 'fr', Record<ScoreBand, readonly string[]>>

export const DEMO_COMMENTS: Comments = {
  en: {
    positive: [
      'Quick, friendly and exactly what I needed.',
      'The person at the counter remembered what I had ordered last time. That made my day.',
      'Everything was ready when I arrived. No waiting at all.',
      'Clear advice, no pressure to buy more than I needed.',
      'My question was answered within ten minutes, in plain words.',
      'I have been coming for years and it keeps getting better.',
      'Booking online took less than a minute.',
      'They called back when they said they would.',
    ],
    neutral: [
      'Good overall, but parking is difficult on Saturdays.',
      'The product is fine. The confirmation email came a day late.',
      'Friendly staff, though I had to explain my request twice.',
      'It works. The opening hours on the website were not up to date.',
      'Fair price, average wait.',
    ],
    negative: [
      'I waited forty minutes even though I had an appointment.',
      'No one told me my order was delayed. I found out at the counter.',
      'I was passed around three times before anyone could help.',
      'The invoice was wrong, and correcting it took two weeks.',
      'The form on the website lost everything I had typed.',
      'The repair lasted four days. I had to come back.',
    ],
  },
  fr: {
    positive: [
      'Accueil chaleureux et conseils très clairs.',
      'Tout était prêt à mon arrivée, je n’ai pas attendu.',
      'On m’a rappelé à l’heure promise. C’est rare\u202f!',
      'Réponse rapide et précise à ma question.',
      'Je recommande sans hésiter, l’équipe est à l’écoute.',
    ],
    neutral: [
      'Bien dans l’ensemble, mais le site n’était pas à jour.',
      'Service correct, un peu d’attente le samedi.',
      'Bon produit\u202f; la confirmation est arrivée tard.',
    ],
    negative: [
      'J’ai attendu plus d’une demi-heure malgré mon rendez-vous.',
      'Personne ne m’a prévenu du retard de ma commande.',
      'La facture était fausse et il a fallu insister pour la corriger.',
    ],
  },
}
