import { getT } from '@/components/i18n/server'
import type { DashboardSubscription } from '@/server/webhooks/schema'

const PARTS = ['succeeded', 'failed', 'pending'] as const

export async function DailyDeliveryCounts({ counts }: { counts: DashboardSubscription['last24Hours'] }) {
  const t = await getT('webhooks')
  const parts = PARTS.filter((part) => counts[part] > 0)
  if (parts.length === 0) return <span className="text-ink-faint">{t('day.none')}</span>
  return (
    <span className="figures inline-flex flex-wrap gap-x-2">
      {parts.map((part) => (
        <span key={part} className={part === 'failed' ? 'text-negative-text' : ''}>
          {t(`day.${part}`, { count: counts[part] })}
        </span>
      ))}
    </span>
  )
}
