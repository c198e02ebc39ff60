import { v7 as uuidv7 } from 'uuid'
import type { Tx } from '../../server/db'
import type { DemoLocation } from './contacts-and-master-data'
import { FIRST_NAMES, LAST_NAMES } from './names-and-comments'
import type { SeededRandom } from './seeded-random'

const HOUR_MS = 3_600_000

const SANDBOX_REVIEWS = [
  {
    hours: 52,
    rating: 5,
    place: 0,
    text: 'Friendly from the door to the till. They even carried my parcel to the car.',
  },
  {
    hours: 31,
    rating: 3,
    place: 2,
    text: 'Bon accueil, mais l’écran des numéros ne marchait pas et personne ne savait quand passer.',
  },
  { hours: 20, rating: 4, place: 1, text: 'Quick repair, fair price. I would have liked a call when it was ready.' },
  { hours: 6, rating: 2, place: 0, text: 'Waited half an hour for something I had already paid for online.' },
] as const

const TEMPLATES = [
  {
    kind: 'review',
    name: 'Thank you',
    texts: {
      en: 'Thank you, {{name|there}}. It is good to hear that you liked it, and we have passed it on to the team.',
      fr: 'Merci {{name|à vous}}\u202f! Cela nous fait plaisir, et nous l’avons transmis à l’équipe.',
    },
  },
  {
    kind: 'review',
    name: 'Sorry, and what we do about it',
    texts: {
      en: 'We are sorry, {{name|there}}. That is not how it should be. We are looking into it, and would like to put it right: please write to us.',
      fr: 'Nous sommes désolés. Ce n’est pas le service que nous voulons. Nous regardons ce qui s’est passé et aimerions y remédier\u202f: écrivez-nous.',
    },
  },
  {
    kind: 'response',
    name: 'Sorry, and may we call you?',
    texts: {
      en: 'Hello {{firstName|there}},\n\nthank you for telling us. {{score}} is not what we are here for, and I would like to understand what went wrong. When may I call you?\n\n{{writer}}\n{{organization}}',
      fr: 'Bonjour {{firstName|à vous}},\n\nMerci de nous l’avoir dit. {{score}}, ce n’est pas ce que nous voulons, et j’aimerais comprendre ce qui s’est passé. Quand puis-je vous appeler\u202f?\n\n{{writer}}\n{{organization}}',
    },
  },
  {
    kind: 'response',
    name: 'Put right',
    texts: {
      en: 'Hello {{firstName|there}},\n\nwe have put right what you told us about. If anything is still amiss, just answer this email.\n\n{{writer}}',
      fr: '',
    },
  },
]

/** Connects the trial review site, with reviews that the first sync imports. */
export async function seedSandboxReviewSource(
  tx: Tx,
  random: SeededRandom,
  { organizationId, places, end }: { organizationId: string; places: DemoLocation[]; end: Date },
): Promise<void> {
  await tx.sandboxSite.create({ data: { organizationId } })
  await tx.sandboxReview.createMany({
    data: SANDBOX_REVIEWS.map(({ hours, place, ...review }) => {
      const at = new Date(end.getTime() - hours * HOUR_MS)
      const author = `${random.pick(FIRST_NAMES)} ${random.pick(LAST_NAMES).charAt(0)}.`
      return {
        ...review,
        id: uuidv7(),
        organizationId,
        author,
        locationId: places[place]?.id ?? null,
        publishedAt: at,
        changedAt: at,
      }
    }),
  })
  await tx.reviewSource.create({
    data: {
      organizationId,
      kind: 'sandbox',
      site: 'sandbox',
      name: 'Trial site',
      nextSyncAt: end,
      nextFullSyncAt: end,
    },
  })
  await tx.replyTemplate.createMany({ data: TEMPLATES.map((template) => ({ organizationId, ...template })) })
}
