import { formatNumber } from '@/components/format'
import { getLocale, getT } from '@/components/i18n/server'
import { listHref } from '@/components/responses/list-address'
import { Section } from '@/components/ui/content/section'
import { TextLink } from '@/components/ui/controls/text-link'
import type { SearchParams } from '@/components/ui/href'
import type { Driver, Drivers as Found } from '@/server/overview/schema'

export type DriversProps = {
  drivers: Found
  /** Where the low scores of the period are listed, as that list's parameters. */
  list: SearchParams
}

/** What goes with low scores: choices and words, each with how often it stands in low scores and in the others. Gone where nothing does. */
export async function Drivers({ drivers: { choices, words }, list }: DriversProps) {
  const t = await getT('overview')
  if (choices.length + words.length === 0) return null
  return (
    <Section title={t('drivers.title')} description={t('drivers.sentence')}>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[repeat(auto-fit,minmax(24rem,1fr))]">
        <DriverList title={t('drivers.choices')} drivers={choices} />
        <DriverList title={t('drivers.words')} drivers={words} list={list} />
      </div>
    </Section>
  )
}

/** @property list where words can be searched for; choices cannot. */
type DriverListProps = { title: string; drivers: readonly Driver[]; list?: SearchParams }

async function DriverList({ title, drivers, list }: DriverListProps) {
  const [t, locale] = await Promise.all([getT('overview'), getLocale()])
  if (drivers.length === 0) return null
  const count = (value: number) => formatNumber(value, locale)
  return (
    <div className="rounded-card border bg-surface">
      <h3 className="border-b px-4 py-3 text-13 font-medium text-ink-soft">{title}</h3>
      <ul className="divide-y">
        {drivers.map((driver) => (
          <li key={`${driver.question ?? ''} ${driver.name}`} className="px-4 py-2.5">
            <div className="flex flex-wrap items-baseline justify-between gap-x-6">
              <p className="text-14 font-medium wrap-anywhere">
                {list ? (
                  <TextLink href={listHref({ ...list, search: driver.name })}>
                    {t('drivers.quoted', { word: driver.name })}
                  </TextLink>
                ) : (
                  driver.name
                )}
              </p>
              <p className="figures text-13 text-ink-soft">
                {t('drivers.counts', {
                  low: count(driver.low),
                  lowOf: count(driver.lowOf),
                  other: count(driver.other),
                  otherOf: count(driver.otherOf),
                })}
              </p>
            </div>
            {driver.question !== null && <p className="truncate text-13 text-ink-faint">{driver.question}</p>}
          </li>
        ))}
      </ul>
    </div>
  )
}
