import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { AddLinkDomainForm } from '@/components/link-domain/add-link-domain-form'
import { LinkDomainActions } from '@/components/link-domain/link-domain-actions'
import { LinkDomainSummary } from '@/components/link-domain/link-domain-summary'
import { RequirementList } from '@/components/link-domain/requirement-list'
import { AutoRefresh } from '@/components/ui/auto-refresh'
import { Section } from '@/components/ui/content/section'
import { getPageCaller, requireMemberAccount } from '@/server/api/session/page-caller'

export async function generateMetadata() {
  await getPageCaller('admin')
  const [t, settings] = await Promise.all([getT('linkDomain'), getT('settings')])
  return { title: `${t('title')} · ${settings('title')}` }
}

export default async function LinkDomainPage() {
  const [caller, t] = await Promise.all([getPageCaller('admin'), getT('linkDomain')])
  const [{ data: account }, { data: settings }] = await Promise.all([
    requireMemberAccount(caller.account.get()),
    caller.linkDomain.get(),
  ])
  const { serviceHost, linkDomain } = settings
  return (
    <ClientMessages namespaces={['linkDomain']}>
      <Section
        title={t('title')}
        description={t(linkDomain ? 'leadOwn' : 'lead', { host: serviceHost })}
        action={linkDomain && <LinkDomainActions domain={linkDomain.domain} serviceHost={serviceHost} />}
        frame="card"
      >
        {linkDomain ? (
          <LinkDomainSummary domain={linkDomain} serviceHost={serviceHost} timeZone={account.organization.timeZone} />
        ) : (
          <AddLinkDomainForm />
        )}
      </Section>
      {linkDomain && (
        <>
          {linkDomain.checkedAt === null && <AutoRefresh key={linkDomain.id} />}
          <RequirementList domain={linkDomain} />
        </>
      )}
    </ClientMessages>
  )
}
