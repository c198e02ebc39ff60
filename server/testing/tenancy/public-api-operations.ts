import { buildRestCall } from './entry-points'
import { listTenancyCasesOfProcedure } from './tenancy-cases'
import type { TestTenant } from './tenant'

export type PublicApiOperation = {
  procedure: string
  scope: string
  successStatus: 200 | 201
  /** 1 MiB by default. */
  maxBodyBytes?: number
  /** A wrong row fails alone, and the request succeeds. */
  rowsFailAlone?: true
}

/** The public API: as listed in the interface specification (part 4), and the records that contacts and responses refer to. */
/** Procedures whose POST reads no body. */
export const BODYLESS: ReadonlySet<string> = new Set([
  'contacts.erase',
  'sendings.cancel',
  'sendings.pause',
  'sendings.resume',
])

export const REST_API_OPERATIONS: Record<string, PublicApiOperation> = {
  'GET /contacts': { procedure: 'contacts.list', scope: 'contacts:read', successStatus: 200 },
  'POST /contacts': { procedure: 'contacts.create', scope: 'contacts:write', successStatus: 201 },
  'POST /contacts/batch': {
    procedure: 'contacts.upsertBatch',
    scope: 'contacts:write',
    successStatus: 200,
    maxBodyBytes: 4 * 1_048_576,
    rowsFailAlone: true,
  },
  'PUT /contacts/by-email/{address}': {
    procedure: 'contacts.upsertByEmail',
    scope: 'contacts:write',
    successStatus: 201,
  },
  'GET /contacts/{id}': { procedure: 'contacts.get', scope: 'contacts:read', successStatus: 200 },
  'PATCH /contacts/{id}': { procedure: 'contacts.update', scope: 'contacts:write', successStatus: 200 },
  'DELETE /contacts/{id}': { procedure: 'contacts.delete', scope: 'contacts:write', successStatus: 200 },
  'POST /contacts/{id}/erase': { procedure: 'contacts.erase', scope: 'admin', successStatus: 200 },
  'GET /contact-properties': { procedure: 'contactProperties.list', scope: 'contacts:read', successStatus: 200 },
  'GET /segments': { procedure: 'segments.list', scope: 'contacts:read', successStatus: 200 },
  'GET /surveys': { procedure: 'surveys.list', scope: 'surveys:read', successStatus: 200 },
  'POST /surveys': { procedure: 'surveys.create', scope: 'surveys:write', successStatus: 201 },
  'GET /surveys/{id}': { procedure: 'surveys.get', scope: 'surveys:read', successStatus: 200 },
  'PATCH /surveys/{id}': { procedure: 'surveys.update', scope: 'surveys:write', successStatus: 200 },
  'DELETE /surveys/{id}': { procedure: 'surveys.delete', scope: 'surveys:write', successStatus: 200 },
  'GET /surveys/{id}/results': { procedure: 'surveys.results', scope: 'responses:read', successStatus: 200 },
  'GET /surveys/{id}/links': { procedure: 'surveyLinks.list', scope: 'surveys:read', successStatus: 200 },
  'POST /surveys/{id}/links': { procedure: 'surveyLinks.create', scope: 'surveys:write', successStatus: 201 },
  'PATCH /surveys/{id}/links/{linkId}': { procedure: 'surveyLinks.update', scope: 'surveys:write', successStatus: 200 },
  'DELETE /surveys/{id}/links/{linkId}': {
    procedure: 'surveyLinks.delete',
    scope: 'surveys:write',
    successStatus: 200,
  },
  'GET /surveys/{id}/widgets': { procedure: 'surveyWidgets.list', scope: 'surveys:read', successStatus: 200 },
  'POST /surveys/{id}/widgets': { procedure: 'surveyWidgets.create', scope: 'surveys:write', successStatus: 201 },
  'GET /surveys/{id}/widgets/{widgetId}': { procedure: 'surveyWidgets.get', scope: 'surveys:read', successStatus: 200 },
  'PATCH /surveys/{id}/widgets/{widgetId}': {
    procedure: 'surveyWidgets.update',
    scope: 'surveys:write',
    successStatus: 200,
  },
  'DELETE /surveys/{id}/widgets/{widgetId}': {
    procedure: 'surveyWidgets.delete',
    scope: 'surveys:write',
    successStatus: 200,
  },
  'POST /surveys/{id}/send': { procedure: 'sequences.sendSurvey', scope: 'surveys:send', successStatus: 200 },
  'GET /sequences': { procedure: 'sequences.list', scope: 'sequences:read', successStatus: 200 },
  'GET /sequences/{id}': { procedure: 'sequences.get', scope: 'sequences:read', successStatus: 200 },
  'POST /sequences': { procedure: 'sequences.create', scope: 'sequences:write', successStatus: 201 },
  'PATCH /sequences/{id}': { procedure: 'sequences.update', scope: 'sequences:write', successStatus: 200 },
  'DELETE /sequences/{id}': { procedure: 'sequences.delete', scope: 'sequences:write', successStatus: 200 },
  'POST /sequences/{id}/execute': { procedure: 'sequences.execute', scope: 'sequences:execute', successStatus: 200 },
  'GET /sendings': { procedure: 'sendings.list', scope: 'sequences:read', successStatus: 200 },
  'GET /sendings/{id}': { procedure: 'sendings.get', scope: 'sequences:read', successStatus: 200 },
  'POST /sendings/{id}/cancel': { procedure: 'sendings.cancel', scope: 'sequences:execute', successStatus: 200 },
  'POST /sendings/{id}/pause': { procedure: 'sendings.pause', scope: 'sequences:execute', successStatus: 200 },
  'POST /sendings/{id}/resume': { procedure: 'sendings.resume', scope: 'sequences:execute', successStatus: 200 },
  'POST /sendings/{id}/skip': { procedure: 'sendings.skip', scope: 'sequences:execute', successStatus: 200 },
  'POST /sendings/batch': {
    procedure: 'sendings.batch',
    scope: 'sequences:execute',
    successStatus: 200,
    rowsFailAlone: true,
  },
  'GET /responses': { procedure: 'responses.list', scope: 'responses:read', successStatus: 200 },
  'GET /responses/{id}': { procedure: 'responses.get', scope: 'responses:read', successStatus: 200 },
  'GET /reviews': { procedure: 'reviews.list', scope: 'reviews:read', successStatus: 200 },
  'GET /reviews/{id}': { procedure: 'reviews.get', scope: 'reviews:read', successStatus: 200 },
  'POST /reviews/{id}/reply': { procedure: 'reviews.reply', scope: 'reviews:write', successStatus: 201 },
  'PATCH /reviews/{id}/reply': { procedure: 'reviews.updateReply', scope: 'reviews:write', successStatus: 200 },
  'GET /locations': { procedure: 'locations.list', scope: 'locations:read', successStatus: 200 },
  'POST /locations': { procedure: 'locations.create', scope: 'locations:write', successStatus: 201 },
  'GET /locations/{id}': { procedure: 'locations.get', scope: 'locations:read', successStatus: 200 },
  'PATCH /locations/{id}': { procedure: 'locations.update', scope: 'locations:write', successStatus: 200 },
  'DELETE /locations/{id}': { procedure: 'locations.delete', scope: 'locations:write', successStatus: 200 },
  'GET /employees': { procedure: 'employees.list', scope: 'employees:read', successStatus: 200 },
  'POST /employees': { procedure: 'employees.create', scope: 'employees:write', successStatus: 201 },
  'GET /employees/{id}': { procedure: 'employees.get', scope: 'employees:read', successStatus: 200 },
  'PATCH /employees/{id}': { procedure: 'employees.update', scope: 'employees:write', successStatus: 200 },
  'DELETE /employees/{id}': { procedure: 'employees.delete', scope: 'employees:write', successStatus: 200 },
  'GET /contact-organizations': {
    procedure: 'contactOrganizations.list',
    scope: 'contact-organizations:read',
    successStatus: 200,
  },
  'POST /contact-organizations': {
    procedure: 'contactOrganizations.create',
    scope: 'contact-organizations:write',
    successStatus: 201,
  },
  'GET /contact-organizations/{id}': {
    procedure: 'contactOrganizations.get',
    scope: 'contact-organizations:read',
    successStatus: 200,
  },
  'PATCH /contact-organizations/{id}': {
    procedure: 'contactOrganizations.update',
    scope: 'contact-organizations:write',
    successStatus: 200,
  },
  'DELETE /contact-organizations/{id}': {
    procedure: 'contactOrganizations.delete',
    scope: 'contact-organizations:write',
    successStatus: 200,
  },
  'GET /webhooks': { procedure: 'webhooks.list', scope: 'webhooks:read', successStatus: 200 },
  'POST /webhooks/subscribe': { procedure: 'webhooks.subscribe', scope: 'webhooks:write', successStatus: 200 },
  'POST /webhooks/unsubscribe': { procedure: 'webhooks.unsubscribe', scope: 'webhooks:write', successStatus: 200 },
}

export type ValidCall = { line: string; body?: Record<string, unknown> }

export function buildValidCall({ procedure }: PublicApiOperation, own: TestTenant): ValidCall {
  const [first] = listTenancyCasesOfProcedure(procedure)
  return buildRestCall(procedure, first?.input?.(own) ?? {})
}
