/** @jsxImportSource preact */
import type { ToProviderPage } from '@/server/api/pages/account/provider-sign-in'
import { translator } from '@/server/messages/messages'
import { Heading } from './page-heading'

/** Redirects to the provider automatically; shows a link if the browser does not. */
export function ToProvider({ locale, url }: ToProviderPage) {
  const t = translator(locale, 'auth')
  const { host } = new URL(url)
  return (
    <>
      <Heading title={t('provider.leaving')} lead={t('provider.leavingLead', { host })} />
      <a class="button primary" href={url}>
        {t('provider.go', { host })}
      </a>
    </>
  )
}
