import { restCall } from './entry-points'
import { listCases } from './tenancy-cases'
import type { Tenant } from './tenant'

export type Operation = {
  name: string
  scope: string
  success: 200 | 201
}

/** The public API: as listed in the interface specification (part 4), and the records that contacts and responses refer to. */
export const OPERATIONS: Record<string, Operation> = {
  'GET /contacts': { name: 'contacts.list', scope: 'contacts:read', success: 200 },
  'POST /contacts': { name: 'contacts.create', scope: 'contacts:write', success: 201 },
  'GET /contacts/{id}': { name: 'contacts.get', scope: 'contacts:read', success: 200 },
  'PATCH /contacts/{id}': { name: 'contacts.update', scope: 'contacts:write', success: 200 },
  'DELETE /contacts/{id}': { name: 'contacts.delete', scope: 'contacts:write', success: 200 },
  'POST /contacts/{id}/erase': { name: 'contacts.erase', scope: 'admin', success: 200 },
  'GET /surveys': { name: 'surveys.list', scope: 'surveys:read', success: 200 },
  'POST /surveys': { name: 'surveys.create', scope: 'surveys:write', success: 201 },
  'GET /surveys/{id}': { name: 'surveys.get', scope: 'surveys:read', success: 200 },
  'PATCH /surveys/{id}': { name: 'surveys.update', scope: 'surveys:write', success: 200 },
  'DELETE /surveys/{id}': { name: 'surveys.delete', scope: 'surveys:write', success: 200 },
  'POST /surveys/{id}/send': { name: 'sequences.sendSurvey', scope: 'surveys:send', success: 200 },
  'GET /sequences': { name: 'sequences.list', scope: 'sequences:read', success: 200 },
  'GET /sequences/{id}': { name: 'sequences.get', scope: 'sequences:read', success: 200 },
  'POST /sequences/{id}/execute': { name: 'sequences.execute', scope: 'sequences:execute', success: 200 },
  'GET /responses': { name: 'responses.list', scope: 'responses:read', success: 200 },
  'GET /responses/{id}': { name: 'responses.get', scope: 'responses:read', success: 200 },
  'GET /reviews': { name: 'reviews.list', scope: 'reviews:read', success: 200 },
  'GET /reviews/{id}': { name: 'reviews.get', scope: 'reviews:read', success: 200 },
  'POST /reviews/{id}/reply': { name: 'reviews.reply', scope: 'reviews:write', success: 201 },
  'PATCH /reviews/{id}/reply': { name: 'reviews.updateReply', scope: 'reviews:write', success: 200 },
  'GET /locations': { name: 'locations.list', scope: 'locations:read', success: 200 },
  'POST /locations': { name: 'locations.create', scope: 'locations:write', success: 201 },
  'GET /locations/{id}': { name: 'locations.get', scope: 'locations:read', success: 200 },
  'PATCH /locations/{id}': { name: 'locations.update', scope: 'locations:write', success: 200 },
  'DELETE /locations/{id}': { name: 'locations.delete', scope: 'locations:write', success: 200 },
  'GET /employees': { name: 'employees.list', scope: 'employees:read', success: 200 },
  'POST /employees': { name: 'employees.create', scope: 'employees:write', success: 201 },
  'GET /employees/{id}': { name: 'employees.get', scope: 'employees:read', success: 200 },
  'PATCH /employees/{id}': { name: 'employees.update', scope: 'employees:write', success: 200 },
  'DELETE /employees/{id}': { name: 'employees.delete', scope: 'employees:write', success: 200 },
  'GET /contact-organizations': {
    name: 'contactOrganizations.list',
    scope: 'contact-organizations:read',
    success: 200,
  },
  'POST /contact-organizations': {
    name: 'contactOrganizations.create',
    scope: 'contact-organizations:write',
    success: 201,
  },
  'GET /contact-organizations/{id}': {
    name: 'contactOrganizations.get',
    scope: 'contact-organizations:read',
    success: 200,
  },
  'PATCH /contact-organizations/{id}': {
    name: 'contactOrganizations.update',
    scope: 'contact-organizations:write',
    success: 200,
  },
  'DELETE /contact-organizations/{id}': {
    name: 'contactOrganizations.delete',
    scope: 'contact-organizations:write',
    success: 200,
  },
  'GET /webhooks': { name: 'webhooks.list', scope: 'webhooks:read', success: 200 },
  'POST /webhooks/subscribe': { name: 'webhooks.subscribe', scope: 'webhooks:write', success: 200 },
  'POST /webhooks/unsubscribe': { name: 'webhooks.unsubscribe', scope: 'webhooks:write', success: 200 },
}

export type ValidCall = { line: string; body?: Record<string, unknown> }

export function validCall({ name }: Operation, own: Tenant): ValidCall {
  const [first] = listCases(name)
  return restCall(name, first?.input?.(own) ?? {})
}
