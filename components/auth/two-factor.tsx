/** @jsxImportSource preact */
import type { SecondStepPage } from '@/server/api/pages/account/two-factor'
import { translator } from '@/server/messages/messages'
import { AccountForm, Field, PasskeyButton } from './account-form'
import { Heading } from './page-heading'

export function SecondStep({ locale, action, signInHref, hasApp, hasPasskeys, failure }: SecondStepPage) {
  const t = translator(locale, 'auth')
  return (
    <>
      <Heading title={t('secondStep.title')} lead={t('secondStep.lead')} />
      {hasPasskeys && <PasskeyButton locale={locale} label={t('secondStep.passkey')} refused={t('passkey.refused')} />}
      <AccountForm locale={locale} action={action} failure={failure} submit={t('secondStep.submit')}>
        <Field
          name="code"
          type="code"
          label={t('secondStep.code')}
          autoComplete="one-time-code"
          maxLength={40}
          help={hasApp ? t('secondStep.codeHelp') : t('secondStep.recoveryHelp')}
          failure={failure}
          isFirst
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
