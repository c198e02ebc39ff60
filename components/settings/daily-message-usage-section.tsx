import { formatNumber } from '@/components/format'
import { getLocale, getT } from '@/components/i18n/server'
import { Progress } from '@/components/ui/content/progress'
import { Section } from '@/components/ui/content/section'
import { Time } from '@/components/ui/content/time'
import type { DailyMessageUsage as Use } from '@/server/organizations/schema'

export async function DailyMessageUsageSection({ usage: { used, limit, resetsAt } }: { usage: Use }) {
  const [t, locale] = await Promise.all([getT('settings'), getLocale()])
  const count = formatNumber(used, locale)
  return (
    <Section title={t('dailyUse.title')} description={t('dailyUse.help')} frame="card">
      <div className="grid gap-3">
        <p className="figures">
          {limit === null
            ? t('dailyUse.unlimited', { used: count })
            : t('dailyUse.limited', { used: count, limit: formatNumber(limit, locale) })}
        </p>
        {limit !== null && (
          <>
            <Progress
              value={used}
              max={limit}
              label={t('dailyUse.title')}
              tone={used >= limit ? 'neutral' : 'accent'}
            />
            <p className="text-13 text-ink-soft">
              {used >= limit ? t('dailyUse.usedUp') : t('dailyUse.next')} <Time value={resetsAt} as="datetime" />
            </p>
          </>
        )}
      </div>
    </Section>
  )
}
