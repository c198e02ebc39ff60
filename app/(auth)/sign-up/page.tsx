import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { SignUpForm } from '@/components/auth/sign-up-form'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { TextLink } from '@/components/ui/text-link'
import { getPrincipal } from '@/server/api/session'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getT('auth')
  return { title: t('signUp.title') }
}

export default async function SignUpPage() {
  if (await getPrincipal()) redirect('/')
  const t = await getT('auth')
  return (
    <>
      <header className="grid gap-1.5">
        <h1 className="text-28 font-semibold tracking-tight">{t('signUp.title')}</h1>
        <p className="text-ink-soft">{t('signUp.lead')}</p>
      </header>
      <ClientMessages namespaces={['auth']}>
        <SignUpForm />
      </ClientMessages>
      <p className="text-14 text-ink-soft">
        {t('signUp.other')} <TextLink href="/sign-in">{t('signUp.otherLink')}</TextLink>
      </p>
    </>
  )
}
