import { NotFound } from '../../errors'
import type { Locale } from '../../messages/locale'
import { requireScope } from '../../principal'
import { SurveyWidgetReference } from '../../survey-widgets/schema'
import { getSurveyWidget } from '../../survey-widgets/survey-widgets'
import { withReturnPath } from '../session/return-path'
import { negotiateRequestLocale, readPrincipalAndRateLimit } from '../session/session'

export type WidgetTrialPageData = {
  locale: Locale
  widget: { key: string; name: string; isShown: boolean; needsTarget: boolean }
  backHref: string
}

/**
 * GET /surveys/<id>/widgets/<widgetId>/try: a sample page that shows the widget, for members of its organization.
 * @returns a redirect to sign-in without a session, and to the page of the widget, which explains, if there is none
 * @throws {InsufficientPermissions}
 */
export async function viewWidgetTrial(
  { id, widgetId }: { id: string; widgetId: string },
  request: Request,
): Promise<{ page: WidgetTrialPageData } | { to: string }> {
  const backHref = `/surveys/${id}/widgets/${widgetId}`
  try {
    const principal = await readPrincipalAndRateLimit(request.headers)
    if (!principal) return { to: withReturnPath('/sign-in', backHref) }
    requireScope(principal, 'surveys:read')
    const reference = SurveyWidgetReference.parse({ id, widgetId })
    const { key, name, state, kind } = await getSurveyWidget(principal.organizationId, reference)
    const widget = { key, name, isShown: state === 'open', needsTarget: kind === 'inline' }
    return { page: { locale: negotiateRequestLocale(request.headers), widget, backHref } }
  } catch (error) {
    if (error instanceof NotFound) return { to: backHref }
    throw error
  }
}
