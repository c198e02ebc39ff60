/** @jsxImportSource preact */
import type { TakeBackPage } from '@/server/api/pages/account/undo-credential-change'
import { translator } from '@/server/messages/messages'
import { AccountForm } from './account-form'
import { FailedLink } from './link-error'
import { Heading } from './page-heading'

/**
 * Target of the link in security notification emails, which undoes an addition. Opening it removes nothing, because mail scanners open
 * links; the button does.
 */
export function TakeBack({ locale, found, action, failure }: TakeBackPage) {
  const t = translator(locale, 'auth')
  switch (found.state) {
    case 'open':
      return (
        <>
          <Heading title={t('takeBack.title')} lead={t('takeBack.lead', { what: found.what })} />
          <AccountForm locale={locale} action={action} failure={failure} submit={t('takeBack.submit')} />
        </>
      )
    case 'failed':
      return <FailedLink title={t('takeBack.title')} message={failure?.message} />
    case 'gone':
    case 'expired':
    case 'unknown':
      return (
        <>
          <Heading
            title={t(found.state === 'gone' ? 'takeBack.goneTitle' : 'verify.deadTitle')}
            lead={t(`takeBack.${found.state}`)}
          />
          {/* oxlint-disable-next-line next/no-html-link-for-pages -- no router runs in a document */}
          <a class="button primary" href="/forgot-password">
            {t('takeBack.again')}
          </a>
        </>
      )
  }
}
