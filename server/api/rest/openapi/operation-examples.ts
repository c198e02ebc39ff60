import type { RestOperation } from '../list-operations'
import { contactExamples, contactPropertyExamples, segmentExamples } from './examples/contact-examples'
import type { ExamplesByProcedure, OperationExample } from './examples/example-builders'
import { companyExamples, employeeExamples, locationExamples } from './examples/location-employee-company-examples'
import {
  sendingExamples,
  sequenceExamples,
  surveyExamples,
  surveyLinkExamples,
  surveyWidgetExamples,
} from './examples/survey-and-sequence-examples'
import { reviewExamples, surveyResponseExamples } from './examples/survey-response-and-review-examples'
import { webhookExamples } from './examples/webhook-examples'

const OPERATION_EXAMPLES = {
  contacts: contactExamples,
  contactProperties: contactPropertyExamples,
  segments: segmentExamples,
  locations: locationExamples,
  employees: employeeExamples,
  contactOrganizations: companyExamples,
  surveys: surveyExamples,
  surveyLinks: surveyLinkExamples,
  surveyWidgets: surveyWidgetExamples,
  sequences: sequenceExamples,
  sendings: sendingExamples,
  responses: surveyResponseExamples,
  reviews: reviewExamples,
  webhooks: webhookExamples,
} satisfies Partial<ExamplesByProcedure>

export function getOperationExample({ resource, action }: RestOperation): OperationExample {
  const example = (OPERATION_EXAMPLES as Record<string, Record<string, OperationExample>>)[resource]?.[action]
  if (!example) throw new Error(`${resource}.${action} has a route but no example`)
  return example
}
