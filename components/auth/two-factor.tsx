/** @jsxImportSource preact */
import type { TwoFactorPageData } from '@/server/api/pages/account/two-factor'
import { getTranslator } from '@/server/messages/message-catalogue'
import { AccountField, AccountForm, PageHeading, PasskeyButton } from './account-form'

export function TwoFactorContent(page: TwoFactorPageData) {
  const { locale, signInHref, hasApp, hasPasskeys, failure } = page
  const t = getTranslator(locale, 'auth')
  return (
    <>
      <PageHeading title={t('secondStep.title')} lead={t('secondStep.lead')} />
      {hasPasskeys && <PasskeyButton locale={locale} label={t('secondStep.passkey')} />}
      <AccountForm {...page} submit={t('secondStep.submit')}>
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
