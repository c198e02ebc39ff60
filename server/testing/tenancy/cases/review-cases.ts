import type { TestTenant } from '../tenant'
import { GOOGLE_LOCATION_RESOURCE_NAME, TRUSTPILOT_BUSINESS_UNIT_ID } from '../tenant-reviews'
import { type CasesByProcedure, caseWithId, inputlessCase } from './tenancy-case'

const place = (own: TestTenant) => ({ name: 'Harbour', title: 'Harbour', locationId: own.location })
const googleInput = (own: TestTenant) => ({
  kind: 'google',
  consentId: own.consent,
  places: [{ ...place(own), name: GOOGLE_LOCATION_RESOURCE_NAME }],
})

export const REVIEW_CASES: CasesByProcedure = {
  'reviews.list': {
    input: (own) => ({ location_id: own.location }),
    references: { location_id: 'empty' },
  },
  'reviews.get': caseWithId((own) => own.review),
  'reviews.reply': {
    input: (own) => ({ id: own.review, text: 'Thank you.' }),
    references: { id: 'missing' },
  },
  'reviews.updateReply': {
    input: (own) => ({ id: own.repliedReview, text: 'Thank you.' }),
    references: { id: 'missing' },
  },
  'reviews.deleteReply': caseWithId((own) => own.repliedReview),
  'reviews.retryReply': caseWithId((own) => own.failedReply),
  'reviews.match': {
    input: (own) => ({ id: own.review, contactId: own.contact }),
    references: { id: 'missing', contactId: 'refused' },
  },
  'reviews.browse': {
    input: (own) => ({ location_id: own.location, search: own.canary }),
    references: { location_id: 'empty', search: 'empty' },
  },
  'reviews.detail': caseWithId((own) => own.repliedReview),
  'reviews.statistics': { input: () => ({ months: 12 }) },
  'reviews.facts': inputlessCase,

  'reviewSources.list': inputlessCase,
  'reviewSources.get': caseWithId((own) => own.feedSource),
  'reviewSources.inspectSite': {
    input: googleInput,
    references: { consentId: 'refused', 'places.*.locationId': 'unavailable' },
    expectedStatus: 400,
  },
  'reviewSources.connect': [
    {
      input: googleInput,
      references: { consentId: 'refused', 'places.*.locationId': 'refused' },
      // This location is already connected.
      expectedStatus: 400,
    },
    {
      input: (own) => ({
        kind: 'trustpilot',
        apiKey: 'key',
        apiSecret: 'secret',
        businessUnit: TRUSTPILOT_BUSINESS_UNIT_ID,
        businessUserId: TRUSTPILOT_BUSINESS_UNIT_ID,
        locationId: own.location,
      }),
      references: { locationId: 'refused' },
      expectedStatus: 400,
    },
  ],
  'reviewSources.beginGoogle': {
    input: (own) => ({ sourceId: own.googleSource }),
    references: { sourceId: 'missing' },
    expectedStatus: 400,
  },
  'reviewSources.consentedPlaces': {
    ...caseWithId((own) => own.consent),
    references: { id: 'unavailable' },
    expectedStatus: 400,
  },
  'reviewSources.places': caseWithId((own) => own.trustpilotSource),
  'reviewSources.update': {
    input: (own) => ({ id: own.feedSource, name: 'Feed', places: [place(own)], asRead: { places: [place(own)] } }),
    references: { id: 'missing', 'places.*.locationId': 'refused', 'asRead.places.*.locationId': 'conflict' },
  },
  'reviewSources.syncNow': caseWithId((own) => own.feedSource),
  'reviewSources.reconnect': {
    input: (own) => ({ kind: 'sandbox', id: own.sandboxSource }),
    references: { id: 'missing' },
  },
  'reviewSources.disconnect': {
    input: (own) => ({ id: own.feedSource, removeReviews: false }),
    references: { id: 'missing' },
  },
}
