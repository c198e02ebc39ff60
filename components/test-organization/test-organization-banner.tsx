import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { AutoRefresh } from '@/components/ui/auto-refresh'
import { Callout } from '@/components/ui/content/callout'
import { Time } from '@/components/ui/content/time'
import { TextLink } from '@/components/ui/controls/text-link'
import type { TestClock } from '@/server/test-organizations/schema'
import { ClockButtons } from './clock-buttons'

/** Above every page of a test organization: what it is, its clock, and the buttons that move it. */
export async function TestOrganizationBanner({ clock, timeZone }: { clock: TestClock; timeZone: string }) {
  const t = await getT('testOrganization')
  const { now, advancesTo, nextDueAt } = clock
  const showTime = (value: string) => () => (
    <Time value={value} as="datetime" className="figures font-medium text-ink" />
  )
  return (
    <div data-print="hide" className="mx-auto w-full max-w-[1200px] px-4 py-4 sm:px-8 sm:pb-0">
      <Callout tone="info" title={t('badge')}>
        <p>
          {t.rich('captured', {
            outbox: (name) => <TextLink href="/outbox">{name}</TextLink>,
          })}{' '}
          {t.rich('now', { time: showTime(now) })}{' '}
          {advancesTo === null &&
            (nextDueAt === null ? t('nothingDue') : t.rich('next', { time: showTime(nextDueAt) }))}
        </p>
        {advancesTo === null ? (
          <ClientMessages namespaces={['testOrganization']} timeZone={timeZone}>
            <ClockButtons isNothingDue={nextDueAt === null} />
          </ClientMessages>
        ) : (
          <p role="status">
            {t.rich('moving', { time: showTime(advancesTo) })}
            <AutoRefresh key={now} />
          </p>
        )}
      </Callout>
    </div>
  )
}
