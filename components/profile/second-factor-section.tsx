import { Fingerprint, KeyRound, LifeBuoy, Smartphone } from 'lucide-react'
import type { SecondFactorStatus } from '@/server/auth/schema'
import { getLocale, getT } from '../i18n/server'
import { Section } from '../ui/content/section'
import { Time } from '../ui/content/time'
import {
  AddPasskeyDialog,
  RemoveSecondFactorDialog,
  RenewRecoveryCodesDialog,
  SetUpAuthenticatorDialog,
} from './lazy-dialogs'
import { ProfileRow } from './profile-row'

type SecondFactorSectionProps = { factor: SecondFactorStatus; hasPassword: boolean }

export async function SecondFactorSection({ factor, hasPassword }: SecondFactorSectionProps) {
  const [t, locale] = await Promise.all([getT('profile'), getLocale()])
  const { app, passkeys, recoveryCodesLeft, requiredBy } = factor
  const isOn = app !== null || passkeys.length > 0
  const organizations = new Intl.ListFormat(locale).format(requiredBy)
  const requirement = requiredBy.length > 0 && t('secondFactor.askedBy', { organizations, count: requiredBy.length })
  return (
    <Section
      title={t('secondFactor.title')}
      description={[isOn ? t('secondFactor.on') : t('secondFactor.off'), requirement].filter(Boolean).join(' ')}
    >
      <ul className="divide-y rounded-card border bg-surface">
        <ProfileRow
          icon={Smartphone}
          name={t('secondFactor.app')}
          description={app ? <Dates {...app} /> : t('secondFactor.appLead')}
          action={
            app ? (
              <RemoveSecondFactorDialog name={t('secondFactor.removeAppName')} hasPassword={hasPassword} />
            ) : (
              <SetUpAuthenticatorDialog hasPassword={hasPassword} />
            )
          }
        />
        {passkeys.map((passkey) => (
          <ProfileRow
            key={passkey.id}
            icon={KeyRound}
            name={passkey.name}
            description={
              <>
                {passkey.isSynced ? t('secondFactor.synced') : t('secondFactor.single')} · <Dates {...passkey} />
              </>
            }
            action={<RemoveSecondFactorDialog passkeyId={passkey.id} name={passkey.name} hasPassword={hasPassword} />}
          />
        ))}
        <ProfileRow
          icon={Fingerprint}
          name={t('secondFactor.passkeys')}
          description={t('secondFactor.passkeysLead')}
          action={<AddPasskeyDialog hasPassword={hasPassword} />}
        />
        {isOn && (
          <ProfileRow
            icon={LifeBuoy}
            name={t('secondFactor.codes')}
            description={t('secondFactor.codesLeft', { count: recoveryCodesLeft })}
            action={<RenewRecoveryCodesDialog hasPassword={hasPassword} />}
          />
        )}
      </ul>
    </Section>
  )
}

async function Dates({ addedAt, lastUsedAt }: { addedAt: string; lastUsedAt: string | null }) {
  const t = await getT('profile')
  return (
    <>
      {t('secondFactor.added')} <Time value={addedAt} as="date" />,{' '}
      {lastUsedAt === null ? (
        t('secondFactor.neverUsed')
      ) : (
        <>
          {t('secondFactor.lastUsed')} <Time value={lastUsedAt} as="date" />
        </>
      )}
    </>
  )
}
