import { Fingerprint, KeyRound, LifeBuoy, Smartphone } from 'lucide-react'
import type { SecondFactor } from '@/server/auth/schema'
import { getLocale, getT } from '../i18n/server'
import { Section } from '../ui/content/section'
import { Time } from '../ui/content/time'
import { AddPasskey, RemoveFactor, RenewCodes, SetUpApp } from './lazy-dialogs'
import { Way } from './profile-row'

export type SecondFactorSectionProps = { factor: SecondFactor; hasPassword: boolean }

export async function SecondFactorSection({ factor, hasPassword }: SecondFactorSectionProps) {
  const [t, locale] = await Promise.all([getT('profile'), getLocale()])
  const { app, passkeys, recoveryCodesLeft, askedBy } = factor
  const isOn = app !== null || passkeys.length > 0
  const organizations = new Intl.ListFormat(locale).format(askedBy)
  const requirement = askedBy.length > 0 && t('secondFactor.askedBy', { organizations, count: askedBy.length })
  return (
    <Section
      title={t('secondFactor.title')}
      description={[isOn ? t('secondFactor.on') : t('secondFactor.off'), requirement].filter(Boolean).join(' ')}
    >
      <ul className="divide-y rounded-card border bg-surface">
        <Way
          icon={Smartphone}
          name={t('secondFactor.app')}
          about={app ? <Dates {...app} /> : t('secondFactor.appLead')}
          action={
            app ? (
              <RemoveFactor which={{ kind: 'app' }} name={t('secondFactor.removeAppName')} hasPassword={hasPassword} />
            ) : (
              <SetUpApp hasPassword={hasPassword} />
            )
          }
        />
        {passkeys.map((passkey) => (
          <Way
            key={passkey.id}
            icon={KeyRound}
            name={passkey.name}
            about={
              <>
                {passkey.isSynced ? t('secondFactor.synced') : t('secondFactor.single')} · <Dates {...passkey} />
              </>
            }
            action={
              <RemoveFactor which={{ kind: 'passkey', id: passkey.id }} name={passkey.name} hasPassword={hasPassword} />
            }
          />
        ))}
        <Way
          icon={Fingerprint}
          name={t('secondFactor.passkeys')}
          about={t('secondFactor.passkeysLead')}
          action={<AddPasskey hasPassword={hasPassword} />}
        />
        {isOn && (
          <Way
            icon={LifeBuoy}
            name={t('secondFactor.codes')}
            about={t('secondFactor.codesLeft', { count: recoveryCodesLeft })}
            action={<RenewCodes hasPassword={hasPassword} />}
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
