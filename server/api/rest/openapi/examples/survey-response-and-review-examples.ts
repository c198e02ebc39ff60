import { ResponseListItem } from '../../../../responses/schema'
import { sampleIds, sampleReview, sampleSurveyResponse } from '../sample-resources'
import {
  buildChangesExample,
  buildGetExample,
  buildListExample,
  EXAMPLE_UPDATED_AT,
  type ExamplesByProcedure,
} from './example-builders'

export const surveyResponseExamples: ExamplesByProcedure['responses'] = {
  list: {
    ...buildListExample(
      ResponseListItem.parse(sampleSurveyResponse),
      {
        search: 'waited',
        survey_id: sampleIds.survey,
        contact_id: sampleIds.contact,
        location_id: sampleIds.location,
        employee_id: sampleIds.employee,
        contact_organization_id: sampleIds.contactOrganization,
        channel: 'email',
        survey_link_id: sampleIds.surveyLink,
        rating_min: 0,
        rating_max: 6,
        band: 'negative' as const,
        start_date: '2026-03-01',
        end_date: '2026-03-31',
        status: 'completed' as const,
        metric: 'nps' as const,
        tag: 'waiting time',
        case: 'unresolved' as const,
        include: 'answers' as const,
      },
      { rating_max: 11 },
    ),
    responseVariants: buildChangesExample('response', {
      ...ResponseListItem.parse(sampleSurveyResponse),
      updatedAt: EXAMPLE_UPDATED_AT,
    }),
  },
  get: buildGetExample(sampleSurveyResponse),
}

const reply = {
  id: sampleIds.review,
  replyText: 'Thank you. We have added staff.',
  respondedAt: '2026-03-03T15:42:07.120Z',
}
const newText = 'Thank you. We have two more people at the desk now.'

export const reviewExamples: ExamplesByProcedure['reviews'] = {
  list: {
    ...buildListExample(
      sampleReview,
      {
        location_id: sampleIds.location,
        source: 'google',
        rating_min: 1,
        rating_max: 3,
        replied: false,
        start_date: '2026-03-01',
        end_date: '2026-03-31',
      },
      { replied: 'no' },
    ),
    responseVariants: buildChangesExample('review', { ...sampleReview, updatedAt: EXAMPLE_UPDATED_AT }),
  },
  get: buildGetExample(sampleReview),
  reply: {
    input: { id: sampleIds.review, text: reply.replyText },
    responses: { 201: { data: reply } },
    invalidFields: { text: '' },
  },
  updateReply: {
    input: { id: sampleIds.review, text: newText },
    responses: { 200: { data: { ...reply, replyText: newText } } },
    invalidFields: { text: 'x'.repeat(2001) },
  },
}
