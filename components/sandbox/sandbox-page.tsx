/** @jsxImportSource preact */
import type { SandboxNotice, SandboxView } from '@/server/api/pages/sandbox-page'
import { translator } from '@/server/messages/messages'
import { renderDocument } from '../document/document'
import { FaultIcon } from '../document/icons'
import { formatNumber } from '../format'
import { BehaviourForm, MisbehaviourNotice } from './behaviour-form'
import { ReviewItem } from './review'
import { ReviewForm } from './review-form'
import { AverageStars, StarShape } from './stars'
import { SANDBOX_STYLE } from './style'

export function renderSandboxPage(page: SandboxView | SandboxNotice, nonce: string): string {
  const { locale } = page
  const t = translator(locale, 'sandbox')
  const content =
    page.kind === 'notice'
      ? { title: t(`${page.notice}.title`), children: <Notice {...page} /> }
      : { title: titleOf(page), children: <Site {...page} /> }
  return renderDocument({ ...content, description: t('description'), locale, nonce, style: SANDBOX_STYLE })
}

function titleOf({ locale, site: { name }, faults, failure }: SandboxView): string {
  const t = translator(locale, 'sandbox')
  const hasFailed = failure !== null || Object.keys(faults).length > 0
  return `${t(hasFailed ? 'titleWithFaults' : 'title', { name })} · ${t('trial')}`
}

function Notice({ locale, notice }: SandboxNotice) {
  const t = translator(locale, 'sandbox')
  return (
    <main class="notice">
      <h1>{t(`${notice}.title`)}</h1>
      <p>{t(`${notice}.text`)}</p>
    </main>
  )
}

function Site(view: SandboxView) {
  return (
    <>
      <StarShape />
      <TrialLine {...view} />
      <main>
        <Head {...view} />
        <div class="columns">
          <Reviews {...view} />
          <div class="aside">
            <ReviewForm {...view} />
            <BehaviourForm {...view} />
          </div>
        </div>
      </main>
    </>
  )
}

function TrialLine({ locale, hrefs }: SandboxView) {
  const t = translator(locale, 'sandbox')
  const other = locale === 'en' ? 'fr' : 'en'
  return (
    <header class="trial">
      <p>
        <strong>{t('trial')}</strong> <span>{t('trialNote')}</span>
      </p>
      <a class="language" href={hrefs.otherLanguage} lang={other} hrefLang={other}>
        {t('otherLanguage')}
      </a>
    </header>
  )
}

function Head(view: SandboxView) {
  const { locale, site, page, failure } = view
  const t = translator(locale, 'sandbox')
  return (
    <header class="head">
      {failure !== null && (
        <div class="callout negative" role="alert">
          <FaultIcon />
          <p>{failure}</p>
        </div>
      )}
      <h1>{site.name}</h1>
      {page.average !== null && (
        <p class="score">
          <AverageStars average={page.average} />
          <strong>{t('average', { average: formatNumber(page.average, locale, 1) })}</strong>
          <span>{t('count', { count: page.total })}</span>
        </p>
      )}
      <MisbehaviourNotice {...view} />
      <p class="jumps">
        <a class="button primary" href="#write">
          {t('form.write')}
        </a>
        <a class="button secondary" href="#behaviour">
          {t('behaviour.title')}
        </a>
      </p>
    </header>
  )
}

function Reviews(view: SandboxView) {
  const { locale, page, hrefs } = view
  const t = translator(locale, 'sandbox')
  return (
    <section id="reviews" aria-labelledby="reviews-title">
      <h2 id="reviews-title" class="unseen">
        {t('reviews')}
      </h2>
      {page.reviews.length === 0 && <Empty {...view} />}
      {page.reviews.map((review) => (
        <ReviewItem key={review.id} view={view} review={review} />
      ))}
      {(hrefs.later ?? hrefs.earlier) !== null && (
        <nav aria-label={t('pages')}>
          {hrefs.later !== null && (
            <a class="button secondary" href={hrefs.later} rel="prev">
              {t('later')}
            </a>
          )}
          {hrefs.earlier !== null && (
            <a class="button secondary" href={hrefs.earlier} rel="next">
              {t('earlier')}
            </a>
          )}
        </nav>
      )}
    </section>
  )
}

/** No reviews yet, or the page number is beyond the last one. */
function Empty({ locale, page, hrefs }: SandboxView) {
  const t = translator(locale, 'sandbox')
  if (page.total > 0)
    return (
      <div class="empty">
        <p>{t('empty.farBack')}</p>
        <p>
          <a href={hrefs.latest}>{t('empty.latest')}</a>
        </p>
      </div>
    )
  return (
    <div class="empty">
      <h3>{t('empty.title')}</h3>
      <p>{t('empty.text')}</p>
    </div>
  )
}
