import { formatNumber } from '@/components/format'
import { getLocale, getT } from '@/components/i18n/server'
import { Section } from '@/components/ui/content/section'
import type { Driver, Drivers as Found } from '@/server/overview/schema'

/** What goes with low scores: choices and words, each with how often it stands in low scores and in the others. Gone where nothing does. */
export async function Drivers({ drivers: { choices, words } }: { drivers: Found }) {
  const t = await getT('overview')
  if (choices.length + words.length === 0) return null
  return (
    <Section title={t('drivers.title')} description={t('drivers.sentence')}>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[repeat(auto-fit,minmax(24rem,1fr))]">
        <DriverList title={t('drivers.choices')} drivers={choices} />
        <DriverList title={t('drivers.words')} drivers={words} isQuoted />
      </div>
    </Section>
  )
}

type DriverListProps = { title: string; drivers: readonly Driver[]; isQuoted?: boolean }

async function DriverList({ title, drivers, isQuoted = false }: DriverListProps) {
  const [t, locale] = await Promise.all([getT('overview'), getLocale()])
  if (drivers.length === 0) return null
  const count = (value: number) => formatNumber(value, locale)
  return (
    <div className="rounded-card border bg-surface">
      <h3 className="border-b px-4 py-3 text-13 font-medium text-ink-soft">{title}</h3>
      <ul className="divide-y">
        {drivers.map((driver) => (
          <li key={`${driver.question ?? ''} ${driver.name}`} className="grid gap-1.5 px-4 py-3">
            <p className="font-medium break-words">
              {isQuoted ? t('drivers.quoted', { word: driver.name }) : driver.name}
            </p>
            <p className="figures text-13 text-ink-soft">
              {t('drivers.counts', {
                low: count(driver.low),
                lowOf: count(driver.lowOf),
                other: count(driver.other),
                otherOf: count(driver.otherOf),
              })}
            </p>
            {driver.question !== null && <p className="truncate text-13 text-ink-faint">{driver.question}</p>}
          </li>
        ))}
      </ul>
    </div>
  )
}
