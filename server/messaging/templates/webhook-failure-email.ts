import type { Locale } from '../../messages/locale'
import { getTranslator } from '../../messages/message-catalogue'
import type { FailureCode } from '../../outbound/failure-code'
import type { RenderedEmail } from './layout'
import { sanitizeName } from './sanitize-name'
import { renderSimpleEmail } from './simple-email'

export type WebhookFailureEmailData = {
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

export function renderWebhookFailureEmail(notice: WebhookFailureEmailData): RenderedEmail {
  const { language, organization, name, hookUrl, isDeactivated, failedCount: count, pageUrl } = notice
  const t = getTranslator(language, 'email')
  const { host } = new URL(hookUrl)
  const subject = (
    isDeactivated ? t('webhook.subjectGone', { host }) : t('webhook.subjectFailed', { host, count })
  ).replace(/\s+/g, ' ')
  const statement = isDeactivated
    ? [t('webhook.gone'), t('webhook.goneCount', { count })]
    : [t('webhook.failed', { count }), describeLastResponse(notice)]
  const instruction = isDeactivated ? t('webhook.mendGone') : t('webhook.mendFailed')
  const recipientName = sanitizeName(name)
  const greeting = recipientName === '' ? t('greetingNameless') : t('greeting', { name: recipientName })
  return renderSimpleEmail({
    language,
    from: organization,
    subject,
    paragraphs: [greeting, `${statement.join(' ')}\n${hookUrl}`, instruction],
    button: { label: t('webhook.open'), url: pageUrl },
    footer: t('webhook.footer', { organization }),
  })
}

function describeLastResponse({ language, lastStatus: status, lastError: error }: WebhookFailureEmailData): string {
  const t = getTranslator(language, 'email')
  if (status !== null) return t('webhook.lastStatus', { status: String(status) })
  return t('webhook.lastError', { error: getTranslator(language, 'webhooks')(`failure.${error ?? 'FAILED'}`) })
}
