import type { ReactNode } from 'react'
import { formatDate } from '@/components/format'
import { getLocale, getT } from '@/components/i18n/server'
import { formatReason } from '@/components/sequences/format-reason'
import { Badge } from '@/components/ui/content/badge'
import { Section } from '@/components/ui/content/section'
import { Time } from '@/components/ui/content/time'
import type { Reason } from '@/server/messaging/outcome/schema'
import type { ContactReachability } from '@/server/sequences/sending/schema'

type ContactReachabilityProps = { reachability: ContactReachability; email: string; timeZone: string }

/** What a contact may get, and why not. */
export async function ContactReachabilityCard({ reachability, email, timeZone }: ContactReachabilityProps) {
  const [t, sequences, locale] = await Promise.all([getT('timeline'), getT('sequences'), getLocale()])
  const { optedOutAt, smsOptedOutAt, unsubscription, bouncedAt, wantsFewerSurveys } = reachability
  const { lastSurveyedAt, lastAnsweredAt } = reachability
  const date = (value: string) => formatDate(value, locale, timeZone)

  function describeReason(reason: Reason): string {
    if (reason.code === 'suppressed' && bouncedAt !== null) return t('reach.bounced', { email, date: date(bouncedAt) })
    if (reason.code === 'smsOptedOut' && smsOptedOutAt !== null)
      return t('reach.smsOptedOut', { date: date(smsOptedOutAt) })
    if (reason.code !== 'unsubscribed') return formatReason(sequences, reason, locale, timeZone)
    if (optedOutAt !== null) return t('reach.optedOut', { date: date(optedOutAt) })
    if (unsubscription === null) return t('reach.unsubscribed')
    return t('reach.unsubscribedBy', { who: unsubscription.by ?? 'none', date: date(unsubscription.at) })
  }

  const line = (label: string, reason: Reason | null, [yes, no]: readonly [string, string]) => ({
    label,
    badge: reason ? <Badge tone="negative">{no}</Badge> : <Badge tone="positive">{yes}</Badge>,
    text: reason && describeReason(reason),
  })
  const mayOrNot = [t('reach.may'), t('reach.mayNot')] as const
  const mail = line(t('reach.email'), reachability.email, mayOrNot)
  const sms = line(t('reach.sms'), reachability.sms, mayOrNot)
  const survey = line(t('reach.survey'), reachability.survey, [t('reach.now'), t('reach.later')])
  const frequency = {
    label: t('reach.frequency'),
    badge: <Badge>{t('reach.fewer')}</Badge>,
    text: t('reach.fewerWhy'),
  }
  const isUnreachable = reachability.email !== null && reachability.sms !== null
  // One reason that holds for both is said once.
  if (reachability.email?.code === reachability.sms?.code) sms.text = null
  return (
    <Section title={t('reach.title')} frame="card">
      <dl className="grid gap-3 text-14">
        {[mail, sms, ...(isUnreachable ? [] : [survey]), ...(wantsFewerSurveys ? [frequency] : [])].map(
          ({ label, badge, text }) => (
            <Line key={label} label={label} value={badge}>
              {text}
            </Line>
          ),
        )}
        <Line label={t('reach.lastSurveyed')} value={<TimeOrNever value={lastSurveyedAt} />} />
        <Line label={t('reach.lastAnswered')} value={<TimeOrNever value={lastAnsweredAt} />} />
      </dl>
    </Section>
  )
}

function Line({ label, value, children }: { label: string; value: ReactNode; children?: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1">
      <dt className="text-ink-soft">{label}</dt>
      <dd>{value}</dd>
      {children && <dd className="col-span-2 text-13 wrap-anywhere text-ink-soft">{children}</dd>}
    </div>
  )
}

async function TimeOrNever({ value }: { value: string | null }) {
  const t = await getT('timeline')
  return value === null ? t('reach.never') : <Time value={value} />
}
