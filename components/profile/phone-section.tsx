import { Smartphone } from 'lucide-react'
import type { Profile } from '@/server/auth/schema'
import { getT } from '../i18n/server'
import { Callout } from '../ui/content/callout'
import { Section } from '../ui/content/section'
import { CancelPhoneChangeButton, ChangePhoneDialog, EnterPhoneCodeDialog, RemovePhoneDialog } from './phone-dialogs'
import { ProfileRow } from './profile-row'

type PhoneSectionProps = {
  profile: Pick<Profile, 'phone' | 'isPhoneVerified' | 'pendingPhone'>
  /** No SMS provider is configured: codes are captured in the Outbox. */
  isCaptured: boolean
}

export async function PhoneSection({
  profile: { phone, isPhoneVerified, pendingPhone },
  isCaptured,
}: PhoneSectionProps) {
  const t = await getT('profile')
  return (
    <Section title={t('phone.title')} description={t('phone.lead')}>
      <ul className="rounded-card border bg-surface">
        <ProfileRow
          icon={Smartphone}
          name={phone ?? t('phone.none')}
          description={t(phone === null ? 'phone.noneAbout' : isPhoneVerified ? 'phone.confirmed' : 'phone.notReached')}
          action={
            <div className="flex flex-wrap gap-2">
              <ChangePhoneDialog hasNumber={phone !== null} isCaptured={isCaptured} />
              {phone !== null && <RemovePhoneDialog phone={phone} />}
            </div>
          }
        />
      </ul>
      {pendingPhone && (
        <Callout
          title={t('phone.pending', { phone: pendingPhone.phone })}
          action={
            <div className="flex flex-wrap gap-2">
              <EnterPhoneCodeDialog phone={pendingPhone.phone} isCaptured={isCaptured} />
              <CancelPhoneChangeButton />
            </div>
          }
        >
          {t(isCaptured ? 'phone.codeInOutbox' : 'phone.codeSent', { phone: pendingPhone.phone })}
        </Callout>
      )}
    </Section>
  )
}
