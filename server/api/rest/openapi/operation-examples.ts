import type { RestOperation } from '../list-operations'
import { contactExamples } from './examples/contact-examples'
import type { Examples, OperationExample } from './examples/example-values'
import { contactOrganizationExamples, employeeExamples, locationExamples } from './examples/record-examples'
import { responseExamples, reviewExamples } from './examples/response-examples'
import { sequenceExamples, surveyExamples } from './examples/survey-examples'
import { webhookExamples } from './examples/webhook-examples'

const OPERATION_EXAMPLES = {
  contacts: contactExamples,
  locations: locationExamples,
  employees: employeeExamples,
  contactOrganizations: contactOrganizationExamples,
  surveys: surveyExamples,
  sequences: sequenceExamples,
  responses: responseExamples,
  reviews: reviewExamples,
  webhooks: webhookExamples,
} satisfies Partial<Examples>

export function getOperationExample({ resource, action }: RestOperation): OperationExample {
  const example = (OPERATION_EXAMPLES as Record<string, Record<string, OperationExample>>)[resource]?.[action]
  if (!example) throw new Error(`${resource}.${action} has a route but no example`)
  return example
}
