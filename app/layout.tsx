import type { Metadata, Viewport } from 'next'
import type { ReactNode } from 'react'
import { preload } from 'react-dom'
import { IntlRoot } from '@/components/i18n/provider'
import { getLocale, getNonceProps, getRequestTime, getT, pickMessages } from '@/components/i18n/server'
import { PrePaintScript } from '@/components/shell/pre-paint-script'
import { LATIN_FONT_URL } from '@/components/static-page/font-faces'
import { PreHydrationReplay } from '@/components/ui/forms/pre-hydration-replay'
import { Toaster } from '@/components/ui/overlays/toast'
import { Tooltips } from '@/components/ui/overlays/tooltips'
import { ThemeRoot } from '@/components/ui/preferences/theme-root'
import './globals.css'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getT('common')
  return {
    title: { default: t('product'), template: `%s · ${t('product')}` },
    description: t('tagline'),
    robots: { index: false, follow: false },
  }
}

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#fbfaf8' },
    { media: '(prefers-color-scheme: dark)', color: '#12110f' },
  ],
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  const [locale, nonce] = await Promise.all([getLocale(), getNonceProps()])
  preload(LATIN_FONT_URL, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' })
  return (
    // A script sets the theme class before hydration, which React would report as a mismatch.
    <html lang={locale} suppressHydrationWarning>
      <body>
        <PrePaintScript {...nonce} />
        <ThemeRoot {...nonce}>
          <IntlRoot
            locale={locale}
            messages={pickMessages(locale, ['common', 'nav'])}
            // Server time, so that the first client render matches the server's.
            now={getRequestTime()}
            timeZone="UTC"
          >
            {children}
            <Toaster />
            <PreHydrationReplay />
            <Tooltips />
          </IntlRoot>
        </ThemeRoot>
      </body>
    </html>
  )
}
