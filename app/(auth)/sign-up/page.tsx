import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { SignUpForm } from '@/components/auth/sign-up-form'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { TextLink } from '@/components/ui/controls/text-link'
import { getPrincipal } from '@/server/api/session'
import { signUpRule } from '@/server/api/sign-up'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getT('auth')
  return { title: t('signUp.title') }
}

export default async function SignUpPage() {
  if (await getPrincipal()) redirect('/')
  const t = await getT('auth')
  const { isOpen, domains } = signUpRule()
  return (
    <>
      <header className="grid gap-1.5">
        <h1 className="text-28 font-semibold tracking-tight">{isOpen ? t('signUp.title') : t('signUp.closedTitle')}</h1>
        <p className="text-ink-soft">{isOpen ? t('signUp.lead') : t('signUp.closed')}</p>
      </header>
      {isOpen && (
        <ClientMessages namespaces={['auth']}>
          <SignUpForm domains={domains} />
        </ClientMessages>
      )}
      <p className="text-14 text-ink-soft">
        {t('signUp.other')} <TextLink href="/sign-in">{t('signUp.otherLink')}</TextLink>
      </p>
    </>
  )
}
