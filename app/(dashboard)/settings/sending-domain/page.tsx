import { MailX } from 'lucide-react'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { AddDomainForm } from '@/components/sending-domain/add-domain-form'
import { DnsRecordList } from '@/components/sending-domain/dns-record-list'
import { DomainActions } from '@/components/sending-domain/domain-actions'
import { DomainSummary } from '@/components/sending-domain/domain-summary'
import { HeaderReader } from '@/components/sending-domain/header-reader'
import { SendTestButton } from '@/components/sending-domain/send-test-button'
import { AutoRefresh } from '@/components/ui/auto-refresh'
import { EmptyState } from '@/components/ui/content/empty-state'
import { Section } from '@/components/ui/content/section'
import { getPageCaller, requireMemberAccount } from '@/server/api/session/page-caller'

export async function generateMetadata() {
  await getPageCaller('admin')
  const [t, settings] = await Promise.all([getT('sendingDomain'), getT('settings')])
  return { title: `${t('title')} · ${settings('title')}` }
}

export default async function SendingDomainPage() {
  const [caller, t] = await Promise.all([getPageCaller('admin'), getT('sendingDomain')])
  const [{ data: account }, { data: settings }] = await Promise.all([
    requireMemberAccount(caller.account.get()),
    caller.sendingDomain.get(),
  ])
  const { isEnabled, serviceAddress, sendingDomain } = settings
  return (
    <ClientMessages namespaces={['sendingDomain']}>
      <Section
        title={t('title')}
        description={sendingDomain ? t('leadOwn') : t('lead', { address: serviceAddress })}
        action={sendingDomain && <DomainActions domain={sendingDomain} serviceAddress={serviceAddress} />}
        {...(isEnabled ? { frame: 'card' } : {})}
      >
        {!isEnabled ? (
          <EmptyState icon={MailX} title={t('off.title')}>
            {t('off.body', { address: serviceAddress })}
          </EmptyState>
        ) : sendingDomain ? (
          <DomainSummary
            domain={sendingDomain}
            serviceAddress={serviceAddress}
            timeZone={account.organization.timeZone}
          />
        ) : (
          <AddDomainForm />
        )}
      </Section>
      {isEnabled && sendingDomain && (
        <>
          {sendingDomain.checkedAt === null && <AutoRefresh key={sendingDomain.id} />}
          <DnsRecordList domain={sendingDomain} />
        </>
      )}
      <Section
        title={t('test.title')}
        description={t('test.lead')}
        action={<SendTestButton isEmailStoredInOutbox={account.mailCaptured} />}
        frame="card"
      >
        <HeaderReader />
      </Section>
    </ClientMessages>
  )
}
