import { Mail } from 'lucide-react'
import type { Profile } from '@/server/auth/schema'
import { ResendVerification } from '../auth/resend-verification-button'
import { ClientMessages } from '../i18n/client-messages'
import { getT } from '../i18n/server'
import { Callout } from '../ui/content/callout'
import { Section } from '../ui/content/section'
import { ChangeEmail, KeepEmail } from './email-dialogs'
import { Way } from './profile-row'

type EmailSectionProps = {
  profile: Profile
  canConfirm: boolean
}

export async function EmailSection({ profile, canConfirm }: EmailSectionProps) {
  const t = await getT('profile')
  const { email, isEmailVerified, hasPassword, pendingEmail } = profile
  const describePending = () => {
    if (pendingEmail?.toConfirmed) return t('email.pendingFrom')
    if (pendingEmail?.fromConfirmed) return t('email.pendingTo', { email: pendingEmail.email })
    return t('email.pendingBoth')
  }
  return (
    <Section title={t('email.title')} description={t('email.lead')}>
      <ul className="rounded-card border bg-surface">
        <Way
          icon={Mail}
          name={email}
          about={isEmailVerified ? t('email.verified') : t('details.unverified')}
          action={<ChangeEmail hasPassword={hasPassword} isVerified={isEmailVerified} />}
        />
      </ul>
      {canConfirm && (
        <Callout tone="neutral" title={t('email.unverified', { email })}>
          <ClientMessages namespaces={['auth']}>
            <ResendVerification />
          </ClientMessages>
        </Callout>
      )}
      {pendingEmail && (
        <Callout title={t('email.pending', { email: pendingEmail.email })} action={<KeepEmail />}>
          {describePending()}
        </Callout>
      )}
    </Section>
  )
}
