import { DigestLog } from '@/components/digests/digest-log'
import { DigestSwitch } from '@/components/digests/digest-switch'
import { SendDigestPreviewButton } from '@/components/digests/send-digest-preview-button'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { AutoRefresh } from '@/components/ui/auto-refresh'
import { Section } from '@/components/ui/content/section'
import { readPageNumber, type SearchParams } from '@/components/ui/search-params'
import { getPageCaller, requireMemberAccount } from '@/server/api/session/page-caller'

export async function generateMetadata() {
  await getPageCaller('admin')
  const [t, settings] = await Promise.all([getT('digests'), getT('settings')])
  return { title: `${t('title')} · ${settings('title')}` }
}

export default async function DigestPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const [caller, params, t] = await Promise.all([getPageCaller('admin'), searchParams, getT('digests')])
  const [{ data: account }, { data: choices }, { data: digests, meta }] = await Promise.all([
    requireMemberAccount(caller.account.get()),
    caller.digests.choices(),
    caller.digests.log({ page: readPageNumber(params), limit: 25 }),
  ])
  const { timeZone, id } = account.organization
  const ownChoice = choices.find(({ organizationId }) => organizationId === id)
  const isSending = digests.some(({ mails }) => mails.some(({ state }) => state === 'waiting'))
  return (
    <ClientMessages namespaces={['digests']}>
      {isSending && <AutoRefresh key={JSON.stringify(digests)} />}
      <Section
        title={t('title')}
        description={t('lead', { timeZone })}
        action={<SendDigestPreviewButton isEmailStoredInOutbox={account.mailCaptured} />}
        frame="card"
      >
        {ownChoice && (
          <div className="flex items-center justify-between gap-4">
            <span className="grid gap-0.5">
              <span className="text-14 font-medium">{t('own')}</span>
              <span className="text-13 text-ink-soft">{t('ownHelp', { email: account.user.email })}</span>
            </span>
            <DigestSwitch choice={ownChoice} />
          </div>
        )}
      </Section>
      <DigestLog {...{ params, digests, meta, timeZone }} />
    </ClientMessages>
  )
}
