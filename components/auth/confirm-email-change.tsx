/** @jsxImportSource preact */
import type { EmailChangePage } from '@/server/api/pages/account/email-change'
import { getTranslator } from '@/server/messages/messages'
import { AccountForm } from './account-form'
import { LinkError } from './link-error'
import { PageHeading } from './page-heading'

/** Target of both emails of an email change. Opening it changes nothing, because mail scanners open links; the button does. */
export function ConfirmEmailChangeContent({ locale, link, action, failure }: EmailChangePage) {
  const t = getTranslator(locale, 'auth')
  switch (link.state) {
    case 'open':
      return (
        <>
          <PageHeading
            title={t('emailChange.title')}
            lead={t('emailChange.lead', { side: link.side, email: link.email })}
          />
          <AccountForm
            locale={locale}
            action={action}
            failure={failure}
            submit={t('emailChange.submit', { side: link.side })}
          />
        </>
      )
    case 'waiting':
      return <PageHeading title={t('emailChange.waitingTitle')} lead={t('emailChange.waiting')} />
    case 'done':
      return (
        <>
          <PageHeading title={t('emailChange.doneTitle')} lead={t('emailChange.done', { email: link.email })} />
          {/* oxlint-disable-next-line next/no-html-link-for-pages -- no router runs in a document */}
          <a class="button primary" href="/">
            {t('verify.open')}
          </a>
        </>
      )
    case 'failed':
      return <LinkError title={t('emailChange.title')} message={failure?.message} />
    case 'expired':
    case 'unknown':
      return (
        <>
          <PageHeading title={t('verify.deadTitle')} lead={t(`emailChange.${link.state}`)} />
          {/* oxlint-disable-next-line next/no-html-link-for-pages -- no router runs in a document */}
          <a class="button primary" href="/settings/profile">
            {t('emailChange.again')}
          </a>
        </>
      )
  }
}
