import type { Locale } from '../../messages/locale'
import { translator } from '../../messages/messages'
import type { FailureCode } from '../../outbound/schema'
import type { Rendered } from './layout'
import { plainName } from './sanitize-name'
import { renderNotice } from './simple-email'

export type WebhookNotice = {
  language: Locale
  organization: string
  name: string
  hookUrl: string
  isDeactivated: boolean
  failedCount: number
  lastStatus: number | null
  lastError: FailureCode | null
  pageUrl: string
}

export function renderWebhookNotice(notice: WebhookNotice): Rendered {
  const { language, organization, name, hookUrl, isDeactivated, failedCount: count, pageUrl } = notice
  const t = translator(language, 'email')
  const { host } = new URL(hookUrl)
  const subject = (
    isDeactivated ? t('webhook.subjectGone', { host }) : t('webhook.subjectFailed', { host, count })
  ).replace(/\s+/g, ' ')
  const statement = isDeactivated
    ? [t('webhook.gone'), t('webhook.goneCount', { count })]
    : [t('webhook.failed', { count }), describeLastResponse(notice)]
  const instruction = isDeactivated ? t('webhook.mendGone') : t('webhook.mendFailed')
  const recipientName = plainName(name)
  const greeting = recipientName === '' ? t('greetingNameless') : t('greeting', { name: recipientName })
  return renderNotice({
    language,
    from: organization,
    subject,
    paragraphs: [greeting, `${statement.join(' ')}\n${hookUrl}`, instruction],
    button: { label: t('webhook.open'), url: pageUrl },
    foot: t('webhook.footer', { organization }),
  })
}

function describeLastResponse({ language, lastStatus: status, lastError: error }: WebhookNotice): string {
  const t = translator(language, 'email')
  if (status !== null) return t('webhook.lastStatus', { status: String(status) })
  return t('webhook.lastError', { error: translator(language, 'webhooks')(`failure.${error ?? 'FAILED'}`) })
}
