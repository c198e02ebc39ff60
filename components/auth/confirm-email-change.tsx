/** @jsxImportSource preact */
import type { EmailChangePage } from '@/server/api/pages/account/email-change'
import { translator } from '@/server/messages/messages'
import { AccountForm } from './account-form'
import { FailedLink } from './link-error'
import { Heading } from './page-heading'

/** Target of both emails of an email change. Opening it changes nothing, because mail scanners open links; the button does. */
export function EmailChange({ locale, found, action, failure }: EmailChangePage) {
  const t = translator(locale, 'auth')
  switch (found.state) {
    case 'open':
      return (
        <>
          <Heading
            title={t('emailChange.title')}
            lead={t('emailChange.lead', { side: found.side, email: found.email })}
          />
          <AccountForm
            locale={locale}
            action={action}
            failure={failure}
            submit={t('emailChange.submit', { side: found.side })}
          />
        </>
      )
    case 'waiting':
      return <Heading title={t('emailChange.waitingTitle')} lead={t('emailChange.waiting')} />
    case 'done':
      return (
        <>
          <Heading title={t('emailChange.doneTitle')} lead={t('emailChange.done', { email: found.email })} />
          {/* oxlint-disable-next-line next/no-html-link-for-pages -- no router runs in a document */}
          <a class="button primary" href="/">
            {t('verify.open')}
          </a>
        </>
      )
    case 'failed':
      return <FailedLink title={t('emailChange.title')} message={failure?.message} />
    case 'expired':
    case 'unknown':
      return (
        <>
          <Heading title={t('verify.deadTitle')} lead={t(`emailChange.${found.state}`)} />
          {/* oxlint-disable-next-line next/no-html-link-for-pages -- no router runs in a document */}
          <a class="button primary" href="/settings/profile">
            {t('emailChange.again')}
          </a>
        </>
      )
  }
}
