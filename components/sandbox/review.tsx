/** @jsxImportSource preact */
import type { SandboxView } from '@/server/api/pages/sandbox-page'
import { translator } from '@/server/messages/messages'
import { formatDateTime } from '../format'
import { Stars } from './stars'

type Review = SandboxView['page']['reviews'][number]
type ReviewProps = { view: SandboxView; review: Review }

export function ReviewItem({ view, review }: ReviewProps) {
  const { locale, hrefs, site } = view
  const { id, author, rating, text, locationId, publishedAt, editedAt, reply } = review
  const t = translator(locale, 'sandbox')
  const place = site.locations.find((location) => location.id === locationId)
  return (
    <article class="review" id={`review-${id}`} aria-labelledby={`author-${id}`}>
      <div class="line">
        <Stars rating={rating} locale={locale} />
        <div class="tools">
          <a class="tool" href={hrefs.edit(id)} aria-label={t('review.editNamed', { author })}>
            {t('review.edit')}
          </a>
          <form method="post" action={hrefs.self}>
            <input type="hidden" name="_action" value="delete" />
            <input type="hidden" name="id" value={id} />
            <button class="tool" type="submit" aria-label={t('review.deleteNamed', { author })}>
              {t('review.delete')}
            </button>
          </form>
        </div>
      </div>
      <h3 id={`author-${id}`}>
        <bdi>{author}</bdi>
      </h3>
      <p class="soft">
        <Moment at={publishedAt} locale={locale} />
        {place && ` · ${place.name}`}
        {editedAt && ` · ${t('review.edited')}`}
      </p>
      {text !== '' && (
        <p class="words" dir="auto">
          {text}
        </p>
      )}
      {reply && <Reply view={view} id={id} reply={reply} />}
    </article>
  )
}

type ReplyProps = { view: SandboxView; id: string; reply: NonNullable<Review['reply']> }

function Reply({ view, id, reply }: ReplyProps) {
  const { text, at, state, reason } = reply
  const { locale } = view
  const t = translator(locale, 'sandbox')
  return (
    <div class={`reply ${state}`}>
      <h4>{t('reply.title')}</h4>
      <p class="soft">
        <Moment at={at} locale={locale} />
      </p>
      <p class="words" dir="auto">
        {text}
      </p>
      {state === 'pending' && <Judgement view={view} id={id} />}
      {state === 'rejected' && (
        <p class="verdict">{reason === null ? t('reply.rejected') : t('reply.rejectedBecause', { reason })}</p>
      )}
    </div>
  )
}

/** The reader acts as the site's moderator. */
function Judgement({ view: { locale, hrefs, site }, id }: Omit<ReplyProps, 'reply'>) {
  const t = translator(locale, 'sandbox')
  const hidden = (
    <>
      <input type="hidden" name="_action" value="judge" />
      <input type="hidden" name="id" value={id} />
    </>
  )
  return (
    <div class="judgement">
      <p>{t('reply.pending')}</p>
      <form method="post" action={hrefs.self}>
        {hidden}
        <button class="button secondary" type="submit" name="verdict" value="live">
          {t('reply.publish')}
        </button>
      </form>
      <form method="post" action={hrefs.self}>
        {hidden}
        <div class="field">
          <label htmlFor={`reason-${id}`}>{t('reply.reason')}</label>
          <div class="beside">
            <input
              id={`reason-${id}`}
              type="text"
              dir="auto"
              name="reason"
              value={site.behaviour.reason || t('behaviour.reasonDefault')}
              maxLength={200}
              autoComplete="off"
            />
            <button class="button secondary" type="submit" name="verdict" value="rejected">
              {t('reply.reject')}
            </button>
          </div>
        </div>
      </form>
    </div>
  )
}

/** In UTC, labelled as such: the reader's time zone is unknown. */
function Moment({ at, locale }: { at: Date; locale: string }) {
  return <time dateTime={at.toISOString()}>{formatDateTime(at, locale, 'UTC')} UTC</time>
}
