/** @jsxImportSource preact */
import type { TwoFactorPage } from '@/server/api/pages/account/two-factor'
import { getTranslator } from '@/server/messages/messages'
import { AccountField, AccountForm, PasskeyButton } from './account-form'
import { PageHeading } from './page-heading'

export function TwoFactorContent({ locale, action, signInHref, hasApp, hasPasskeys, failure }: TwoFactorPage) {
  const t = getTranslator(locale, 'auth')
  return (
    <>
      <PageHeading title={t('secondStep.title')} lead={t('secondStep.lead')} />
      {hasPasskeys && (
        <PasskeyButton locale={locale} label={t('secondStep.passkey')} refusedMessage={t('passkey.refused')} />
      )}
      <AccountForm locale={locale} action={action} failure={failure} submit={t('secondStep.submit')}>
        <AccountField
          name="code"
          type="code"
          label={t('secondStep.code')}
          autoComplete="one-time-code"
          maxLength={40}
          help={hasApp ? t('secondStep.codeHelp') : t('secondStep.recoveryHelp')}
          failure={failure}
          isDefaultFocus
        />
      </AccountForm>
      <div class="stack soft">
        <p>{t('secondStep.lost')}</p>
        <p>
          <a href={signInHref}>{t('secondStep.back')}</a>
        </p>
      </div>
    </>
  )
}
