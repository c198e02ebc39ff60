import { Smartphone } from 'lucide-react'
import type { Profile } from '@/server/auth/schema'
import { getT } from '../i18n/server'
import { Callout } from '../ui/content/callout'
import { Section } from '../ui/content/section'
import { CancelPhone, ChangePhone, EnterPhoneCode, RemovePhone } from './phone-dialogs'
import { Way } from './profile-row'

type PhoneSectionProps = {
  profile: Pick<Profile, 'phone' | 'isPhoneReached' | 'pendingPhone'>
  /** No SMS provider is configured: codes are captured in the Outbox. */
  isCaptured: boolean
}

export async function PhoneSection({
  profile: { phone, isPhoneReached, pendingPhone },
  isCaptured,
}: PhoneSectionProps) {
  const t = await getT('profile')
  return (
    <Section title={t('phone.title')} description={t('phone.lead')}>
      <ul className="rounded-card border bg-surface">
        <Way
          icon={Smartphone}
          name={phone ?? t('phone.none')}
          about={t(phone === null ? 'phone.noneAbout' : isPhoneReached ? 'phone.confirmed' : 'phone.notReached')}
          action={
            <div className="flex flex-wrap gap-2">
              <ChangePhone hasNumber={phone !== null} isCaptured={isCaptured} />
              {phone !== null && <RemovePhone phone={phone} />}
            </div>
          }
        />
      </ul>
      {pendingPhone && (
        <Callout
          title={t('phone.pending', { phone: pendingPhone.phone })}
          action={
            <div className="flex flex-wrap gap-2">
              <EnterPhoneCode phone={pendingPhone.phone} isCaptured={isCaptured} />
              <CancelPhone />
            </div>
          }
        >
          {t(isCaptured ? 'phone.codeInOutbox' : 'phone.codeSent', { phone: pendingPhone.phone })}
        </Callout>
      )}
    </Section>
  )
}
