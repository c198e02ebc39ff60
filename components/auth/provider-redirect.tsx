/** @jsxImportSource preact */
import type { ProviderRedirectPage } from '@/server/api/pages/account/provider-sign-in'
import { getTranslator } from '@/server/messages/messages'
import { PageHeading } from './page-heading'

/** Redirects to the provider automatically; shows a link if the browser does not. */
export function ProviderRedirectContent({ locale, url }: ProviderRedirectPage) {
  const t = getTranslator(locale, 'auth')
  const { host } = new URL(url)
  return (
    <>
      <PageHeading title={t('provider.leaving')} lead={t('provider.leavingLead', { host })} />
      <a class="button primary" href={url}>
        {t('provider.go', { host })}
      </a>
    </>
  )
}
