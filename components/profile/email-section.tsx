import { Mail } from 'lucide-react'
import type { Profile } from '@/server/auth/schema'
import { getT } from '../i18n/server'
import { Callout } from '../ui/content/callout'
import { Section } from '../ui/content/section'
import { ChangeEmail, KeepEmail } from './later'
import { Way } from './way'

/** The address that somebody signs in with, and the one that they want instead. */
export async function EmailSection({ profile }: { profile: Profile }) {
  const t = await getT('profile')
  const { email, isEmailVerified, hasPassword, pendingEmail } = profile
  const waits = () => {
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
      {pendingEmail && (
        <Callout title={t('email.pending', { email: pendingEmail.email })} action={<KeepEmail />}>
          {waits()}
        </Callout>
      )}
    </Section>
  )
}
