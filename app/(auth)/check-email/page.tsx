import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { ResendVerification } from '@/components/auth/resend-verification'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { Callout } from '@/components/ui/content/callout'
import { TextLink } from '@/components/ui/controls/text-link'
import { api } from '@/server/api/caller'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getT('auth')
  return { title: t('check.title') }
}

/** After signing up: a mail is on its way, and nothing keeps anybody from looking around. */
export default async function CheckEmailPage({ searchParams }: { searchParams: Promise<{ mail?: string }> }) {
  const { data: account } = await (await api()).account.get()
  if (account.organization.hold !== 'verification') redirect('/')
  const t = await getT('auth')
  const isFailed = (await searchParams).mail === 'failed'
  return (
    <>
      <header className="grid gap-1.5">
        <h1 className="text-28 font-semibold tracking-tight">{t(isFailed ? 'verify.title' : 'check.title')}</h1>
        {!isFailed && <p className="break-words text-ink-soft">{t('check.lead', { email: account.user.email })}</p>}
      </header>
      {isFailed && (
        <Callout tone="neutral" className="break-words">
          {t('check.unsent', { email: account.user.email })}
        </Callout>
      )}
      <p className="text-ink-soft">{t('check.meanwhile')}</p>
      <div className="grid gap-4">
        <ClientMessages namespaces={['auth']}>
          <ResendVerification size="large" />
        </ClientMessages>
        <p className="text-14">
          <TextLink href="/">{t('check.continue')}</TextLink>
        </p>
      </div>
    </>
  )
}
