import { Mail } from 'lucide-react'
import type { Profile } from '@/server/auth/schema'
import { ResendVerificationButton } from '../auth/resend-verification-button'
import { ClientMessages } from '../i18n/client-messages'
import { getT } from '../i18n/server'
import { Callout } from '../ui/content/callout'
import { Section } from '../ui/content/section'
import { CancelEmailChangeButton, ChangeEmailDialog } from './email-dialogs'
import { ProfileRow } from './profile-row'

export async function EmailSection({ profile, canConfirm }: { profile: Profile; canConfirm: boolean }) {
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
        <ProfileRow
          icon={Mail}
          name={email}
          description={isEmailVerified ? t('email.verified') : t('details.unverified')}
          action={<ChangeEmailDialog hasPassword={hasPassword} isVerified={isEmailVerified} />}
        />
      </ul>
      {canConfirm && (
        <Callout tone="neutral" title={t('email.unverified', { email })}>
          <ClientMessages namespaces={['auth']}>
            <ResendVerificationButton />
          </ClientMessages>
        </Callout>
      )}
      {pendingEmail && (
        <Callout title={t('email.pending', { email: pendingEmail.email })} action={<CancelEmailChangeButton />}>
          {describePending()}
        </Callout>
      )}
    </Section>
  )
}
