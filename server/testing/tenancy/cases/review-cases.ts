import type { Tenant } from '../tenant'
import { GOOGLE_PLACE, TRUSTPILOT_UNIT } from '../tenant-reviews'
import { byId, type CasesByProcedure, withoutInput } from './tenancy-case'

const place = (own: Tenant) => ({ name: 'Harbour', title: 'Harbour', locationId: own.location })
const googleInput = (own: Tenant) => ({
  kind: 'google',
  consentId: own.consent,
  places: [{ ...place(own), name: GOOGLE_PLACE }],
})

export const REVIEW_CASES: CasesByProcedure = {
  'reviews.list': {
    input: (own) => ({ location_id: own.location }),
    names: { location_id: 'empty' },
  },
  'reviews.get': byId((own) => own.review),
  'reviews.reply': {
    input: (own) => ({ id: own.review, text: 'Thank you.' }),
    names: { id: 'missing' },
  },
  'reviews.updateReply': {
    input: (own) => ({ id: own.repliedReview, text: 'Thank you.' }),
    names: { id: 'missing' },
  },
  'reviews.deleteReply': byId((own) => own.repliedReview),
  'reviews.retryReply': byId((own) => own.failedReply),
  'reviews.browse': {
    input: (own) => ({ location_id: own.location, search: own.canary }),
    names: { location_id: 'empty', search: 'empty' },
  },
  'reviews.detail': byId((own) => own.repliedReview),
  'reviews.statistics': { input: () => ({ months: 12 }) },
  'reviews.facts': withoutInput,

  'reviewSources.list': withoutInput,
  'reviewSources.get': byId((own) => own.feedSource),
  'reviewSources.look': {
    input: googleInput,
    names: { consentId: 'refused', 'places.*.locationId': 'unavailable' },
    isRefused: 400,
  },
  'reviewSources.connect': [
    {
      input: googleInput,
      names: { consentId: 'refused', 'places.*.locationId': 'refused' },
      // This location is already connected.
      isRefused: 400,
    },
    {
      input: (own) => ({
        kind: 'trustpilot',
        apiKey: 'key',
        apiSecret: 'secret',
        businessUnit: TRUSTPILOT_UNIT,
        businessUserId: TRUSTPILOT_UNIT,
        locationId: own.location,
      }),
      names: { locationId: 'refused' },
      isRefused: 400,
    },
  ],
  'reviewSources.beginGoogle': {
    input: (own) => ({ sourceId: own.googleSource }),
    names: { sourceId: 'missing' },
    isRefused: 400,
  },
  'reviewSources.consentedPlaces': { ...byId((own) => own.consent), names: { id: 'unavailable' }, isRefused: 400 },
  'reviewSources.places': byId((own) => own.trustpilotSource),
  'reviewSources.update': {
    input: (own) => ({ id: own.feedSource, name: 'Feed', places: [place(own)], asRead: { places: [place(own)] } }),
    names: { id: 'missing', 'places.*.locationId': 'refused', 'asRead.places.*.locationId': 'conflict' },
  },
  'reviewSources.syncNow': byId((own) => own.feedSource),
  'reviewSources.reconnect': {
    input: (own) => ({ kind: 'sandbox', id: own.sandboxSource }),
    names: { id: 'missing' },
  },
  'reviewSources.disconnect': {
    input: (own) => ({ id: own.feedSource, removeReviews: false }),
    names: { id: 'missing' },
  },
}
