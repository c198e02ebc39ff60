import { formatDateTime } from '@/components/format'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getLocale, getT } from '@/components/i18n/server'
import type { ResponseReply } from '@/server/cases/schema'
import type { Reason } from '@/server/messaging/outcome/schema'
import { Badge, type Tone } from '../ui/content/badge'
import { RetryReplyButton } from './retry-reply-button'

const TONES: Record<ResponseReply['status'], Tone> = {
  waiting: 'accent',
  sent: 'positive',
  captured: 'neutral',
  failed: 'negative',
}

export async function ResponseReplyEntry({ reply, timeZone }: { reply: ResponseReply; timeZone: string }) {
  const t = await getT('cases')
  const { id, subject, text, recipient, status, reason, mayRetry } = reply
  return (
    <article
      aria-label={subject || t('reply.erased')}
      className="grid gap-1.5 rounded-card border bg-surface px-4 py-3"
    >
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-13">
        <Badge tone={TONES[status]}>{t(`reply.states.${getReplyStateKey(reply)}`)}</Badge>
        {recipient !== '' && (
          <span className="min-w-0 text-ink-soft wrap-anywhere">{t('reply.to', { address: recipient })}</span>
        )}
      </div>
      {text === '' ? (
        <p className="text-14 text-ink-soft">{t('reply.erased')}</p>
      ) : (
        <>
          <p dir="auto" className="text-14 font-medium wrap-anywhere">
            {subject}
          </p>
          <p dir="auto" className="text-14 wrap-anywhere whitespace-pre-wrap text-ink-soft">
            {text}
          </p>
        </>
      )}
      {reason !== null && (
        <p className="text-13 wrap-anywhere text-ink-soft">
          <ReplyReason reason={reason} timeZone={timeZone} />
        </p>
      )}
      {mayRetry && (
        <div className="pt-1">
          <ClientMessages namespaces={['cases']}>
            <RetryReplyButton id={id} />
          </ClientMessages>
        </div>
      )}
    </article>
  )
}

/** Queued with a reason: held. Failed, but possibly delivered: unconfirmed. */
function getReplyStateKey({ status, reason, mayRetry, text }: ResponseReply) {
  if (status === 'waiting' && reason !== null) return 'held'
  return status === 'failed' && !mayRetry && text !== '' ? 'unconfirmed' : status
}

async function ReplyReason({ reason: { code, values }, timeZone }: { reason: Reason; timeZone: string }) {
  const [t, locale] = await Promise.all([getT('sequences'), getLocale()])
  const { until, words = '' } = values
  const messageValues = {
    ...values,
    words,
    way: 'email',
    ...(until === undefined ? {} : { until: formatDateTime(until, locale, timeZone) }),
  }
  return t(`reasons.${code}`, messageValues as never)
}
