/** @jsxImportSource preact */
import type { WidgetTrialPageData } from '@/server/api/pages/widget-trial'
import { getTranslator } from '@/server/messages/message-catalogue'
import { renderStaticPage } from '../static-page/static-page'

const STYLE = `main{max-width:640px;margin:0 auto;padding:48px 20px 160px;display:grid;gap:16px}
.note{padding:12px 16px;border:1px solid var(--line);border-radius:8px;background:var(--surface);color:var(--ink-soft)}
.sample{font-size:1rem;line-height:1.6;color:var(--ink-soft)}`

const PARAGRAPHS = 3

/** A page as it may be on the site of an owner, whose widget opens at once. */
export function renderWidgetTrial({ locale, widget, backHref }: WidgetTrialPageData, nonce: string): string {
  const t = getTranslator(locale, 'surveyWidgets')
  const name = widget.name
  return renderStaticPage({
    title: `${t('code.try')} · ${name}`,
    description: t('try.sentence', { name }),
    locale,
    nonce,
    style: STYLE,
    children: (
      <main>
        <p class="note">
          {t(widget.isShown ? 'try.sentence' : 'try.closed', { name })} <a href={backHref}>{t('try.back')}</a>
        </p>
        <h1>{t('try.title')}</h1>
        <p class="sample">{t('try.sample')}</p>
        {widget.needsTarget && <div id="feedback" />}
        {Array.from({ length: PARAGRAPHS }, (_, index) => (
          <p key={index} class="sample">
            {t('try.sample')}
          </p>
        ))}
        <script
          src="/widget.js"
          data-widget={widget.key}
          data-widget-target="#feedback"
          data-widget-language={locale}
          data-widget-open=""
          async
        />
      </main>
    ),
  })
}
