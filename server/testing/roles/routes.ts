import { handleAuditLogFile } from '@/server/api/downloads/audit-log-file'
import { handleOrganizationFile } from '@/server/api/downloads/organization-file'
import { handleOwnData } from '@/server/api/downloads/own-data'
import { handleResponsesFile } from '@/server/api/downloads/responses-file'
import { toAppError } from '@/server/api/failure'
import { previewSurvey } from '@/server/api/pages/preview'
import { handleGoogleReturn } from '@/server/api/session/google-consent'
import { handleWebhookSettings } from '@/server/api/session/webhook-settings'

export type Met = 'allowed' | 'forbidden' | 'nobody'

type Ask = (headers: Record<string, string>) => Promise<Met>

const at = (path: string, headers: Record<string, string>) => new Request(`http://localhost${path}`, { headers })

/** Route handlers that require a session, by their folder in the app; each is requested as its page does. */
const ASK: Record<string, Ask> = {
  '(dashboard)/surveys/[id]/preview': async (headers) => {
    const drawn = await previewSurvey(
      new Request('http://localhost/surveys/new/preview', {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
        body: JSON.stringify({ type: 'nps', questions: [], language: 'en' }),
      }),
    )
    return byStatus('status' in drawn ? drawn.status : 200)
  },
  'api/account': (headers) => answerOf(handleOwnData(at('/api/account', headers))),
  'api/audit-log': (headers) => answerOf(handleAuditLogFile(at('/api/audit-log', headers))),
  'api/responses': (headers) => answerOf(handleResponsesFile(at('/api/responses', headers))),
  'api/export': (headers) => answerOf(handleOrganizationFile(at('/api/export', headers))),
  'api/settings/webhooks': async (headers) =>
    byStatus((await handleWebhookSettings(at('/api/settings/webhooks', headers))).status),
  // Always redirects: an allowed user gets the error for the missing state parameter.
  'api/review-sources/google': async (headers) => {
    const { headers: answered } = await handleGoogleReturn(at('/api/review-sources/google', headers))
    const place = answered.get('location') ?? ''
    if (place.startsWith('/sign-in')) return 'nobody'
    return place.endsWith('?google=refused') ? 'allowed' : 'forbidden'
  },
}

export function callRoute(route: string, cookie: string): Promise<Met> {
  const ask = ASK[route]
  if (!ask) throw new Error(`${route} is asked by nobody`)
  return ask({ cookie })
}

async function answerOf(file: Promise<Response>): Promise<Met> {
  return file.then(
    async ({ status, body }) => {
      await body?.cancel()
      return byStatus(status)
    },
    (error: unknown) => byStatus(toAppError(error).status),
  )
}

function byStatus(status: number): Met {
  if (status === 200) return 'allowed'
  if (status === 401) return 'nobody'
  if (status === 403) return 'forbidden'
  throw new Error(`a door answered ${status}`)
}
