/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'
import { renderToString } from 'preact-render-to-string'
import type { Locale } from '@/server/messages/locale'
import { BASE_STYLE } from './base-style'
import { LATIN_FONT } from './font-faces'

export type StaticPageProps = {
  title: string
  description: string
  locale: Locale
  nonce: string
  style: string
  script?: string
  children: ComponentChildren
}

/** Renders a complete HTML document without a client framework. preact escapes all content. */
export function renderStaticPage(props: StaticPageProps): string {
  return `<!doctype html>${renderToString(<Document {...props} />)}`
}

/** Sets the theme before the first paint, as next-themes does on other pages; follows the device if storage is blocked. */
const THEME = `(root=>{let theme;try{theme=localStorage.getItem('theme')}catch{theme=null}
const isDark=theme==='dark'||theme!=='light'&&matchMedia('(prefers-color-scheme: dark)').matches
root.classList.add(isDark?'dark':'light')})(document.documentElement)`

function Document({ title, description, locale, nonce, style, script, children }: StaticPageProps) {
  return (
    <html lang={locale}>
      {/* oxlint-disable-next-line next/no-head-element -- a route handler writes the whole document */}
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbfaf8" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#12110f" />
        <title>{title}</title>
        <meta name="description" content={description} />
        <meta property="og:title" content={title} />
        <meta property="og:description" content={description} />
        <meta property="og:type" content="website" />
        <link rel="preload" href={LATIN_FONT} as="font" type="font/woff2" crossOrigin="anonymous" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-icon.png" />
        <script nonce={nonce} dangerouslySetInnerHTML={{ __html: THEME }} />
        <style nonce={nonce} dangerouslySetInnerHTML={{ __html: BASE_STYLE + style }} />
        {script !== undefined && <script src={script} defer />}
      </head>
      <body>{children}</body>
    </html>
  )
}
