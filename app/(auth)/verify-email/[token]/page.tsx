import type { Metadata } from 'next'
import { ConfirmEmail } from '@/components/auth/confirm-email'
import { Verified } from '@/components/auth/verified'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { TextLink } from '@/components/ui/controls/text-link'
import { readVerification } from '@/server/api/verify-email'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getT('auth')
  return { title: t('verify.title'), robots: { index: false } }
}

/** Where a verification mail leads. Showing it changes nothing; its button does. */
export default async function VerifyEmailPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params
  const t = await getT('auth')
  const found = await readVerification(token)
  if (found.state === 'open')
    return (
      <ClientMessages namespaces={['auth']}>
        <ConfirmEmail token={token} email={found.email} />
      </ClientMessages>
    )
  if (found.state === 'verified')
    return <Verified title={t('verify.doneTitle')} lead={t('verify.done')} open={t('verify.open')} />
  return (
    <>
      <header className="grid gap-1.5">
        <h1 className="text-28 font-semibold tracking-tight">{t('verify.deadTitle')}</h1>
        <p className="text-ink-soft">{t(`verify.${found.state}`)}</p>
      </header>
      <p className="text-14">
        <TextLink href="/sign-in">{t('signIn.submit')}</TextLink>
      </p>
    </>
  )
}
