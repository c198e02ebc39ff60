/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'
import { renderToString } from 'preact-render-to-string'
import type { Locale } from '@/server/messages/locale'
import { COLOR_TOKENS } from './color-tokens'
import { FONT_FACE_CSS, LATIN_FONT_URL } from './font-faces'

type StaticPageProps = {
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

/**
 * Typography, colors and elements shared by all static pages, consistent with app/globals.css. The theme is a class on the root element;
 * without JavaScript it follows the device.
 */
const BASE_STYLE = `${FONT_FACE_CSS}
:root{color-scheme:light;${declarations(0)}}
@media (prefers-color-scheme:dark){:root:not(.light){color-scheme:dark;${declarations(1)}}}
:root.dark{color-scheme:dark;${declarations(1)}}
*,::before,::after{box-sizing:border-box}
html{background:var(--canvas);color:var(--ink);font-family:Geist,"Geist Fallback",ui-sans-serif,system-ui,sans-serif;-webkit-font-smoothing:antialiased;text-rendering:optimizeLegibility;-webkit-text-size-adjust:100%;-webkit-tap-highlight-color:transparent}
body{margin:0;min-height:100vh;min-height:100dvh;font-size:.875rem;line-height:1.25rem}
h1,p{margin:0;overflow-wrap:anywhere}
h1{font-size:1.75rem;line-height:2.25rem;font-weight:600;letter-spacing:-.025em;text-wrap:balance}
p{text-wrap:pretty}
a{border-radius:4px;color:var(--accent-text);text-decoration:underline;text-decoration-color:var(--accent-line);text-underline-offset:3px}
a:hover{text-decoration-color:currentColor}
svg{display:block;flex:none;fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
::selection{background:var(--accent-line);color:var(--ink)}
:focus-visible{outline:2px solid var(--accent-text);outline-offset:2px}
[hidden]{display:none!important}`

function declarations(theme: 0 | 1): string {
  return Object.entries(COLOR_TOKENS)
    .map(([name, colors]) => `--${name}:${colors[theme]}`)
    .join(';')
}

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
        <link rel="preload" href={LATIN_FONT_URL} as="font" type="font/woff2" crossOrigin="anonymous" />
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
