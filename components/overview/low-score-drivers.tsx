import { formatNumber } from '@/components/format'
import { getLocale, getT } from '@/components/i18n/server'
import { responseHref, responseListHref } from '@/components/responses/response-urls'
import { Section } from '@/components/ui/content/section'
import { TextLink } from '@/components/ui/controls/text-link'
import type { SearchParams } from '@/components/ui/search-params'
import type { ScoreDriver, ScoreDrivers } from '@/server/overview/schema'
import { Link } from '../ui/controls/link'

export type LowScoreDriversProps = { drivers: ScoreDrivers; listParams: SearchParams }

/** Choices and phrases associated with low scores; a message if none is significant, null without low scores. */
export async function LowScoreDrivers({ drivers: { lowScores, choices, phrases }, listParams }: LowScoreDriversProps) {
  const t = await getT('overview')
  if (lowScores === 0) return null
  if (choices.length + phrases.length === 0)
    return (
      <Section title={t('drivers.title')}>
        <p className="text-14 text-ink-soft">{t('drivers.nothing', { count: lowScores })}</p>
      </Section>
    )
  return (
    <Section title={t('drivers.title')} description={t('drivers.sentence')}>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[repeat(auto-fit,minmax(24rem,1fr))]">
        <DriverList title={t('drivers.choices')} drivers={choices} listParams={listParams} />
        <DriverList title={t('drivers.phrases')} drivers={phrases} listParams={listParams} />
      </div>
    </Section>
  )
}

type DriverListProps = { title: string; drivers: readonly ScoreDriver[]; listParams: SearchParams }

async function DriverList({ title, drivers, listParams }: DriverListProps) {
  const t = await getT('overview')
  if (drivers.length === 0) return null
  return (
    <div className="rounded-card border bg-surface">
      <h3 className="border-b px-4 py-3 text-13 font-medium text-ink-soft">{title}</h3>
      <ul className="divide-y">
        {drivers.map((driver) => (
          <li key={`${driver.question ?? ''} ${driver.name}`} className="grid gap-1 px-4 py-2.5">
            <div className="flex flex-wrap items-baseline justify-between gap-x-6">
              <p className="text-14 font-medium wrap-anywhere">
                {driver.question === null ? (
                  // The list can be searched by text, without the ellipsis of omitted words, but not filtered by choice.
                  <TextLink href={responseListHref({ ...listParams, search: driver.name.replaceAll(' … ', ' ') })}>
                    {t('drivers.quoted', { words: driver.name })}
                  </TextLink>
                ) : (
                  driver.name
                )}
              </p>
              <Counts driver={driver} />
            </div>
            {driver.question !== null && <p className="truncate text-13 text-ink-faint">{driver.question}</p>}
            {driver.quote && (
              <p className="text-13 text-ink-soft wrap-anywhere">
                <Link href={responseHref(driver.quote.responseId, listParams)} className="hover:underline">
                  {t('drivers.quoted', { words: driver.quote.text })}
                </Link>
              </p>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

async function Counts({ driver: { low, lowOf, other, otherOf } }: { driver: ScoreDriver }) {
  const [t, locale] = await Promise.all([getT('overview'), getLocale()])
  const count = (value: number) => formatNumber(value, locale)
  return (
    <p className="figures text-13 text-ink-soft">
      {t('drivers.counts', {
        low: count(low),
        lowOf: count(lowOf),
        other: other === 0 ? 'none' : count(other),
        otherOf: count(otherOf),
      })}
    </p>
  )
}
