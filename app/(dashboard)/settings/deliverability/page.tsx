import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { EmailCountsTable } from '@/components/sending-health/email-counts-table'
import { SendingState } from '@/components/sending-health/sending-state'
import { Section } from '@/components/ui/content/section'
import { getPageCaller, requireMemberAccount } from '@/server/api/session/page-caller'

export async function generateMetadata() {
  await getPageCaller('admin')
  const [t, settings] = await Promise.all([getT('sendingHealth'), getT('settings')])
  return { title: `${t('title')} · ${settings('title')}` }
}

export default async function DeliverabilityPage() {
  const [caller, t] = await Promise.all([getPageCaller('admin'), getT('sendingHealth')])
  const [{ data: health }, { data: account }] = await Promise.all([
    caller.sendingHealth.get(),
    requireMemberAccount(caller.account.get()),
  ])
  const { timeZone } = account.organization
  const { isReported, total } = health
  return (
    <ClientMessages namespaces={['sendingHealth']}>
      <SendingState health={health} />
      <Section title={t('providers.title')} description={t(isReported ? 'providers.lead' : 'providers.unreported')}>
        <EmailCountsTable
          {...{ isReported, total }}
          label={t('providers.provider')}
          rows={health.providers.map(({ provider, ...counts }) => ({ name: t(`providers.names.${provider}`), counts }))}
        />
      </Section>
      {health.days.length > 0 && (
        <Section title={t('days.title')} description={t('days.lead', { timeZone })}>
          <EmailCountsTable
            {...{ isReported }}
            label={t('days.day')}
            rows={health.days.map(({ day, ...counts }) => ({ day, counts }))}
          />
        </Section>
      )}
    </ClientMessages>
  )
}
