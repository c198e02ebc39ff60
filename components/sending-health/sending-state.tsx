import { formatNumber, formatPercent } from '@/components/format'
import { getLocale, getT } from '@/components/i18n/server'
import { Stat } from '@/components/ui/charts/stat'
import { Callout } from '@/components/ui/content/callout'
import { Section } from '@/components/ui/content/section'
import { Time } from '@/components/ui/content/time'
import { Link } from '@/components/ui/controls/link'
import {
  HEALTH_DAYS,
  SENDING_PROBLEMS,
  SENDING_RATE_LIMITS,
  type SendingProblem,
} from '@/server/sending-health/constants'
import type { SendingHealth } from '@/server/sending-health/schema'
import { ResumeSendingButton } from './resume-sending-button'

/** Whether messages to contacts go out, and the rates that decide about it. */
export async function SendingState({ health }: { health: SendingHealth }) {
  const [t, locale] = await Promise.all([getT('sendingHealth'), getLocale()])
  const { counts, stoppedAt, state, problem } = health
  const percent = (share: number, digits = 1) => formatPercent(share, locale, digits)
  const counted: Record<SendingProblem, number> = { complaints: counts.complained, bounces: counts.bounced }
  const limits = (name: SendingProblem) => {
    const { warning, stop } = SENDING_RATE_LIMITS[name]
    return { warning: percent(warning.rate), stop: percent(stop.rate) }
  }
  return (
    <Section
      title={t('title')}
      description={t.rich('lead', {
        guide: (text) => (
          <Link href="/docs/deliverability" className="rounded-mark text-accent-text underline underline-offset-3">
            {text}
          </Link>
        ),
      })}
    >
      {stoppedAt === null ? (
        state !== 'good' &&
        problem && (
          <Callout tone="neutral" title={t(`${problem}.warningTitle`)}>
            {t(`${problem}.warning`, limits(problem))}
          </Callout>
        )
      ) : (
        <Callout
          tone="negative"
          title={t.rich('stopped.title', { time: () => <Time value={stoppedAt} as="datetime" /> })}
          action={<ResumeSendingButton />}
        >
          <p>{t('stopped.why', limits(problem ?? 'bounces'))}</p>
          <p className="mt-1">{t('stopped.what')}</p>
        </Callout>
      )}
      <div className="grid gap-4 rounded-card border bg-surface p-5 sm:grid-cols-3">
        <Stat
          label={t('sent')}
          value={formatNumber(counts.sent, locale)}
          facts={[t('lastDays', { days: HEALTH_DAYS })]}
        />
        {SENDING_PROBLEMS.toReversed().map((name) => (
          <Stat
            key={name}
            label={t(`${name}.rate`)}
            value={counts.sent === 0 ? null : percent(counted[name] / counts.sent, name === 'complaints' ? 2 : 1)}
            empty={t('noneSent')}
            facts={[
              t(`${name}.count`, { count: counted[name], number: formatNumber(counted[name], locale) }),
              t('limits', limits(name)),
            ]}
          />
        ))}
      </div>
    </Section>
  )
}
