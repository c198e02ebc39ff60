import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { SignInForm } from '@/components/auth/sign-in-form'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { TextLink } from '@/components/ui/controls/text-link'
import { getPrincipal } from '@/server/api/session'
import { signUpRule } from '@/server/api/sign-up'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getT('auth')
  return { title: t('signIn.title') }
}

export default async function SignInPage() {
  if (await getPrincipal()) redirect('/')
  const t = await getT('auth')
  return (
    <>
      <header className="grid gap-1.5">
        <h1 className="text-28 font-semibold tracking-tight">{t('signIn.title')}</h1>
        <p className="text-ink-soft">{t('signIn.lead')}</p>
      </header>
      <ClientMessages namespaces={['auth']}>
        <SignInForm />
      </ClientMessages>
      {signUpRule().isOpen && (
        <p className="text-14 text-ink-soft">
          {t('signIn.other')} <TextLink href="/sign-up">{t('signIn.otherLink')}</TextLink>
        </p>
      )}
    </>
  )
}
