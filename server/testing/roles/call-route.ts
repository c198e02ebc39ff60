import { handleAuditLogExport } from '@/server/api/downloads/audit-log-export'
import { handleContactDataExport } from '@/server/api/downloads/contact-data-export'
import { handleContactsExport } from '@/server/api/downloads/contacts-export'
import { handleOrganizationExport } from '@/server/api/downloads/organization-export'
import { handleOwnAccountDataExport } from '@/server/api/downloads/own-account-data-export'
import { handleRefusedRowsDownload } from '@/server/api/downloads/refused-rows'
import { handleResponsesExport } from '@/server/api/downloads/responses-export'
import { handleSuppressionsExport } from '@/server/api/downloads/suppressions-export'
import { handleSurveyLinksExport } from '@/server/api/downloads/survey-links-export'
import { handleSurveyResultsExport } from '@/server/api/downloads/survey-results-export'
import { toAppError } from '@/server/api/error-mapping'
import { previewSurvey } from '@/server/api/pages/survey-preview'
import { viewWidgetTrial } from '@/server/api/pages/widget-trial'
import { handleGoogleReviewsCallback } from '@/server/api/session/google-reviews-callback'
import { handleListWebhooksWithSecrets } from '@/server/api/session/list-webhooks-with-secrets'
import { NotFound } from '@/server/errors'

export type AccessResult = 'allowed' | 'forbidden' | 'unauthenticated'

const UNKNOWN_ID = '11111111-1111-1111-1111-111111111111'

type CallRoute = (headers: Record<string, string>) => Promise<AccessResult>

async function accessToUnknownFile(response: Promise<Response>): Promise<AccessResult> {
  return response.then(
    () => 'allowed',
    (error: unknown) => (error instanceof NotFound ? 'allowed' : accessFromStatus(toAppError(error).status)),
  )
}

const request = (path: string, headers: Record<string, string>) => new Request(`http://localhost${path}`, { headers })

/** Route handlers that require a session, by their folder in the app; each is requested as its page does. */
const CALLS: Record<string, CallRoute> = {
  '(dashboard)/surveys/[id]/preview': async (headers) => {
    const preview = await previewSurvey(
      new Request('http://localhost/surveys/new/preview', {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
        body: JSON.stringify({ type: 'nps', questions: [], language: 'en' }),
      }),
    )
    return accessFromStatus('status' in preview ? preview.status : 200)
  },
  // An unknown id leads to the page of the widget, which explains it.
  '(dashboard)/surveys/[id]/widgets/[widgetId]/try': async (headers) => {
    const reference = { id: UNKNOWN_ID, widgetId: UNKNOWN_ID }
    return viewWidgetTrial(reference, request('/surveys/id/widgets/id/try', headers)).then(
      (result) => ('to' in result && result.to.startsWith('/sign-in') ? 'unauthenticated' : 'allowed'),
      (error: unknown) => accessFromStatus(toAppError(error).status),
    )
  },
  'api/account': (headers) => accessToFile(handleOwnAccountDataExport(request('/api/account', headers))),
  'api/audit-log': (headers) => accessToFile(handleAuditLogExport(request('/api/audit-log', headers))),
  'api/contacts': (headers) => accessToFile(handleContactsExport(request('/api/contacts', headers))),
  'api/responses': (headers) => accessToFile(handleResponsesExport(request('/api/responses', headers))),
  // Unknown ids: looked for by those who may.
  'api/contact-imports': (headers) =>
    accessToUnknownFile(handleRefusedRowsDownload(request(`/api/contact-imports?id=${UNKNOWN_ID}`, headers))),
  'api/contact-data': (headers) =>
    accessToUnknownFile(handleContactDataExport(request(`/api/contact-data?id=${UNKNOWN_ID}`, headers))),
  'api/survey-links': (headers) =>
    accessToUnknownFile(handleSurveyLinksExport(request(`/api/survey-links?survey=${UNKNOWN_ID}`, headers))),
  'api/survey-results': (headers) =>
    accessToUnknownFile(handleSurveyResultsExport(request(`/api/survey-results?id=${UNKNOWN_ID}`, headers))),
  'api/suppressions': (headers) => accessToFile(handleSuppressionsExport(request('/api/suppressions', headers))),
  'api/export': (headers) => accessToFile(handleOrganizationExport(request('/api/export', headers))),
  'api/settings/webhooks': async (headers) =>
    accessFromStatus((await handleListWebhooksWithSecrets(request('/api/settings/webhooks', headers))).status),
  // Always redirects: an allowed user gets the error for the missing state parameter.
  'api/review-sources/google': async (headers) => {
    const { headers: responseHeaders } = await handleGoogleReviewsCallback(
      request('/api/review-sources/google', headers),
    )
    const location = responseHeaders.get('location') ?? ''
    if (location.startsWith('/sign-in')) return 'unauthenticated'
    return location.endsWith('?google=refused') ? 'allowed' : 'forbidden'
  },
}

export function callRoute(route: string, cookie: string): Promise<AccessResult> {
  const call = CALLS[route]
  if (!call) throw new Error(`${route} has no call`)
  return call({ cookie })
}

async function accessToFile(file: Promise<Response>): Promise<AccessResult> {
  return file.then(
    async ({ status, body }) => {
      await body?.cancel()
      return accessFromStatus(status)
    },
    (error: unknown) => accessFromStatus(toAppError(error).status),
  )
}

function accessFromStatus(status: number): AccessResult {
  if (status === 200) return 'allowed'
  if (status === 401) return 'unauthenticated'
  if (status === 403) return 'forbidden'
  throw new Error(`unexpected status ${status}`)
}
