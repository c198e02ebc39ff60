/** @jsxImportSource preact */
import type { UndoCredentialChangePage } from '@/server/api/pages/account/undo-credential-change'
import { getTranslator } from '@/server/messages/messages'
import { AccountForm } from './account-form'
import { LinkError } from './link-error'
import { PageHeading } from './page-heading'

/**
 * Target of the link in security notification emails, which undoes an addition. Opening it removes nothing, because mail scanners open
 * links; the button does.
 */
export function UndoCredentialChangeContent({ locale, link, action, failure }: UndoCredentialChangePage) {
  const t = getTranslator(locale, 'auth')
  switch (link.state) {
    case 'open':
      return (
        <>
          <PageHeading title={t('takeBack.title')} lead={t('takeBack.lead', { what: link.what })} />
          <AccountForm locale={locale} action={action} failure={failure} submit={t('takeBack.submit')} />
        </>
      )
    case 'failed':
      return <LinkError title={t('takeBack.title')} message={failure?.message} />
    case 'gone':
    case 'expired':
    case 'unknown':
      return (
        <>
          <PageHeading
            title={t(link.state === 'gone' ? 'takeBack.goneTitle' : 'verify.deadTitle')}
            lead={t(`takeBack.${link.state}`)}
          />
          {/* oxlint-disable-next-line next/no-html-link-for-pages -- no router runs in a document */}
          <a class="button primary" href="/forgot-password">
            {t('takeBack.again')}
          </a>
        </>
      )
  }
}
