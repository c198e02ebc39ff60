/** @jsxImportSource preact */
import type { CheckEmailPageData } from '@/server/api/pages/account/check-email'
import { getTranslator } from '@/server/messages/message-catalogue'
import { WarningIcon } from '../static-page/icons'
import { PageHeading } from './account-form'

/** Shown after sign-up: verification is pending, but the dashboard is already usable. */
export function CheckEmailContent({ locale, action, next, email, isUnsent, resendOutcome }: CheckEmailPageData) {
  const t = getTranslator(locale, 'auth')
  return (
    <>
      <PageHeading
        title={t(isUnsent ? 'verify.title' : 'check.title')}
        lead={email !== null && !isUnsent ? t('check.lead', { email }) : undefined}
      />
      {email !== null && isUnsent && (
        <div class="callout neutral">
          <WarningIcon />
          <p>{t('check.unsent', { email })}</p>
        </div>
      )}
      <p class="soft">{t('check.meanwhile')}</p>
      <div class="stack">
        <form method="post" action={action} data-unreachable={t('unreachable')}>
          <button class="button secondary" type="submit" aria-describedby="status">
            <span>{t('verify.resend')}</span>
          </button>
          <p class="status" role="status" id="status">
            {resendOutcome && t(`verify.mail.${resendOutcome}`)}
          </p>
        </form>
        <p>
          <a href={next}>{t('check.continue')}</a>
        </p>
      </div>
    </>
  )
}
