/** @jsxImportSource preact */
import type { SandboxErrorPageData, SandboxPageData } from '@/server/api/pages/sandbox-review-site-page'
import { getTranslator } from '@/server/messages/message-catalogue'
import { renderStaticPage } from '../static-page/static-page'
import { SandboxReviewArticle } from './sandbox-review-article'
import { SandboxReviewForm } from './sandbox-review-form'
import { SANDBOX_REVIEW_SITE_CSS } from './sandbox-review-site-css'

export function renderSandboxReviewSite(page: SandboxPageData | SandboxErrorPageData, nonce: string): string {
  const { locale } = page
  const t = getTranslator(locale, 'sandbox')
  const content =
    page.kind === 'notice'
      ? { title: t(`${page.notice}.title`), children: <Notice {...page} /> }
      : {
          title: `${t(page.failures.length > 0 ? 'titleWithFaults' : 'title', { name: page.site.name })} · ${t('trial')}`,
          children: <Site {...page} />,
        }
  return renderStaticPage({ ...content, description: t('description'), locale, nonce, style: SANDBOX_REVIEW_SITE_CSS })
}

function Notice({ locale, notice }: SandboxErrorPageData) {
  const t = getTranslator(locale, 'sandbox')
  return (
    <main>
      <h1>{t(`${notice}.title`)}</h1>
      <p>{t(`${notice}.text`)}</p>
    </main>
  )
}

function Site(view: SandboxPageData) {
  const { locale, site, failures } = view
  const t = getTranslator(locale, 'sandbox')
  return (
    <main>
      <p class="soft">
        <strong>{t('trial')}</strong> {t('trialNote')}
      </p>
      <h1>{site.name}</h1>
      {failures.length > 0 && (
        <div class="failures" role="alert">
          {failures.map((failure) => (
            <p key={failure}>{failure}</p>
          ))}
        </div>
      )}
      <div class="columns">
        <div class="forms">
          <SandboxReviewForm {...view} />
          <SettingsForm {...view} />
        </div>
        <Reviews {...view} />
      </div>
    </main>
  )
}

function SettingsForm({ locale, path, site }: SandboxPageData) {
  const t = getTranslator(locale, 'sandbox')
  return (
    <section class="card" id="settings" aria-labelledby="settings-title">
      <h2 id="settings-title">{t('settings.title')}</h2>
      <form method="post" action={path}>
        <input type="hidden" name="_action" value="settings" />
        {(['isDown', 'holdsReplies'] as const).map((name) => (
          <div key={name}>
            <label>
              <input type="checkbox" name={name} checked={site[name]} aria-describedby={`${name}-help`} />{' '}
              {t(`settings.${name}`)}
            </label>
            <p class="soft" id={`${name}-help`}>
              {t(`settings.${name}Help`)}
            </p>
          </div>
        ))}
        <button type="submit">{t('settings.save')}</button>
      </form>
    </section>
  )
}

function Reviews(view: SandboxPageData) {
  const t = getTranslator(view.locale, 'sandbox')
  return (
    <section id="reviews" aria-labelledby="reviews-title">
      <h2 id="reviews-title">{t('reviews')}</h2>
      {view.reviews.length === 0 && <p class="soft">{t('empty')}</p>}
      {view.reviews.map((review) => (
        <SandboxReviewArticle key={review.id} view={view} review={review} />
      ))}
    </section>
  )
}
