import type { Locale } from '../../messages/locale'
import { translator } from '../../messages/messages'
import type { FailureCode } from '../../outbound/schema'
import type { Rendered } from './layout'
import { renderNotice } from './notice-email'
import { plainName } from './plain-name'

export type WebhookNotice = {
  language: Locale
  organization: string
  name: string
  hookUrl: string
  /** The address answered 410, so deliveries have stopped. */
  isDeactivated: boolean
  /** Permanently failed deliveries that the recipient has not been notified of yet. */
  failedCount: number
  lastStatus: number | null
  /** Of an attempt without an HTTP status. */
  lastError: FailureCode | null
  pageUrl: string
}

/** Notifies an owner or admin that events are not delivered: where, why, and how to fix it. */
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

function lastAnswer({ language, lastStatus: status, lastError: error }: WebhookNotice): string {
  const t = translator(language, 'email')
  if (status !== null) return t('webhook.lastStatus', { status: String(status) })
  return t('webhook.lastError', { error: translator(language, 'webhooks')(`failure.${error ?? 'FAILED'}`) })
}
