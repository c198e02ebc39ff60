import { contact, sampleIds } from './sample-records'

export const meta = { page: 1, perPage: 50, total: 1, totalPages: 1 }
export const page = { page: 1, limit: 50 }
export const noId = { id: '42' }
export const execution = {
  contactsProcessed: 1,
  sendingsCreated: 1,
  results: [{ email: contact.email, contactId: contact.id, status: 'queued' as const }],
}
export const enrolment = {
  contacts: [{ email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace', phone: '+14165550100' }],
}
export const attributed = {
  attributed: {
    summary: 'About a location and an employee of your organization',
    fields: { locationId: sampleIds.location, employeeId: sampleIds.employee },
  },
}
export const noReferences = { locationId: null, contactOrganizationId: null }
export const reply = {
  id: sampleIds.review,
  replyText: 'Thank you. We have added staff.',
  respondedAt: '2026-03-03T15:42:07.120Z',
}
export const subscription = {
  id: sampleIds.subscription,
  hookUrl: 'https://hooks.example.com/feedback',
  triggerTypes: ['new_response' as const],
  active: true,
  createdAt: '2026-03-01T10:00:00.000Z',
}
