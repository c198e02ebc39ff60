import type { Locale } from '../../messages/locale'
import { translator } from '../../messages/messages'
import type { FailureCode } from '../../outbound/schema'
import type { Rendered } from './layout'
import { renderNotice } from './notice-email'
import { plainName } from './plain-name'

export type WebhookNotice = {
  language: Locale
  organization: string
  /** The reader's. */
  name: string
  hookUrl: string
  /** It answered 410, and nothing is sent to it. */
  isDeactivated: boolean
  /** Deliveries that failed for good and of which the reader has not been told. */
  failedCount: number
  lastStatus: number | null
  /** Of an attempt that got no status. */
  lastError: FailureCode | null
  /** The subscription's page. */
  pageUrl: string
}

/** Tells an owner that events do not arrive any more: where, what happened, and what mends it. */
export function renderWebhookNotice(notice: WebhookNotice): Rendered {
  const { language, organization, name, hookUrl, isDeactivated, failedCount: count, pageUrl } = notice
  const t = translator(language, 'email')
  const { host } = new URL(hookUrl)
  const subject = (
    isDeactivated ? t('webhook.subjectGone', { host }) : t('webhook.subjectFailed', { host, count })
  ).replace(/\s+/g, ' ')
  const what = isDeactivated
    ? [t('webhook.gone'), t('webhook.goneCount', { count })]
    : [t('webhook.failed', { count }), lastAnswer(notice)]
  const mend = isDeactivated ? t('webhook.mendGone') : t('webhook.mendFailed')
  const reader = plainName(name)
  const hello = reader === '' ? t('greetingNameless') : t('greeting', { name: reader })
  return renderNotice({
    language,
    from: organization,
    subject,
    paragraphs: [hello, `${what.join(' ')}\n${hookUrl}`, mend],
    button: { label: t('webhook.open'), url: pageUrl },
    foot: t('webhook.footer', { organization }),
  })
}

/** What the last attempt came to, in words of the reader's language. */
function lastAnswer({ language, lastStatus: status, lastError: error }: WebhookNotice): string {
  const t = translator(language, 'email')
  if (status !== null) return t('webhook.lastStatus', { status: String(status) })
  return t('webhook.lastError', { error: translator(language, 'webhooks')(`failure.${error ?? 'FAILED'}`) })
}
