/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'
import type { SandboxPageData } from '@/server/api/pages/sandbox-review-site-page'
import { getTranslator } from '@/server/messages/message-catalogue'
import { formatDateTime } from '../format'

type Review = SandboxPageData['reviews'][number]

export function SandboxReviewArticle({ view, review }: { view: SandboxPageData; review: Review }) {
  const { locale, path, site } = view
  const { id, author, rating, text, locationId, publishedAt, editedAt, reply } = review
  const t = getTranslator(locale, 'sandbox')
  const location = site.locations.find((other) => other.id === locationId)
  return (
    <article class="review" id={`review-${id}`} aria-labelledby={`author-${id}`}>
      <p class="stars" role="img" aria-label={t('stars', { count: rating })}>
        {'★'.repeat(rating) + '☆'.repeat(5 - rating)}
      </p>
      <h3 id={`author-${id}`}>
        <bdi>{author}</bdi>
      </h3>
      <p class="soft">
        <Moment at={publishedAt} locale={locale} />
        {location && ` · ${location.name}`}
        {editedAt && ` · ${t('review.edited')}`}
      </p>
      {text !== '' && (
        <p class="words" dir="auto">
          {text}
        </p>
      )}
      {reply && <Reply view={view} id={id} reply={reply} />}
      <ActionForm path={path} action="delete" id={id}>
        <a href={`${path}?edit=${id}#write`} aria-label={t('review.editNamed', { author })}>
          {t('review.edit')}
        </a>
        <button type="submit" aria-label={t('review.deleteNamed', { author })}>
          {t('review.delete')}
        </button>
      </ActionForm>
    </article>
  )
}

type ReplyProps = { view: SandboxPageData; id: string; reply: NonNullable<Review['reply']> }

function Reply({ view: { locale, path }, id, reply: { text, at, state, reason } }: ReplyProps) {
  const t = getTranslator(locale, 'sandbox')
  return (
    <div class="reply">
      <h4>{t('reply.title')}</h4>
      <p class="soft">
        <Moment at={at} locale={locale} />
      </p>
      <p class="words" dir="auto">
        {text}
      </p>
      {state === 'pending' && (
        <>
          <p>{t('reply.pending')}</p>
          <ActionForm path={path} action="judge" id={id}>
            <button type="submit" name="verdict" value="live">
              {t('reply.publish')}
            </button>
          </ActionForm>
          <ActionForm path={path} action="judge" id={id}>
            <label>
              {t('reply.reason')} <input type="text" name="reason" dir="auto" maxLength={200} autoComplete="off" />
            </label>
            <button type="submit" name="verdict" value="rejected">
              {t('reply.reject')}
            </button>
          </ActionForm>
        </>
      )}
      {state === 'rejected' && <p>{reason === null ? t('reply.rejected') : t('reply.rejectedBecause', { reason })}</p>}
    </div>
  )
}

type ActionProps = { path: string; action: string; id: string; children: ComponentChildren }

function ActionForm({ path, action, id, children }: ActionProps) {
  return (
    <form method="post" action={path} class="actions">
      <input type="hidden" name="_action" value={action} />
      <input type="hidden" name="id" value={id} />
      {children}
    </form>
  )
}

/** In UTC, labelled as such: the reader's time zone is unknown. */
function Moment({ at, locale }: { at: Date; locale: string }) {
  return <time dateTime={at.toISOString()}>{formatDateTime(at, locale, 'UTC')} UTC</time>
}
