import { ExternalLink } from 'lucide-react'
import type { Metadata } from 'next'
import { toContactOption } from '@/components/contacts/contact-option'
import { formatRelative } from '@/components/format'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getLocale, getT } from '@/components/i18n/server'
import { LazyReviewContact } from '@/components/reviews/lazy-review-contact'
import { ReviewHistory } from '@/components/reviews/review-history'
import { ReviewReplyBadge } from '@/components/reviews/review-reply-badge'
import { ReviewReplySection } from '@/components/reviews/review-reply-section'
import { getSiteNameLookup } from '@/components/reviews/site-name-lookup'
import { StarRating } from '@/components/reviews/star-rating'
import { AutoRefresh } from '@/components/ui/auto-refresh'
import { DefinitionList } from '@/components/ui/content/definition-list'
import { Page, PageHeader } from '@/components/ui/content/page'
import { Card, Section } from '@/components/ui/content/section'
import { Time } from '@/components/ui/content/time'
import { Button } from '@/components/ui/controls/button'
import type { Option } from '@/components/ui/controls/select'
import { describePastReplyFailure, describeReplyFailure } from '@/server/api/pages/describe-review-failures'
import { getPageCaller, orNotFound, requireMemberAccount } from '@/server/api/session/page-caller'
import type { ReviewDetail } from '@/server/reviews/schema'

const SUGGESTIONS_MAX = 3
const NAME_MIN_CHARACTERS = 3

type Caller = Awaited<ReturnType<typeof getPageCaller>>
type Props = { params: Promise<{ id: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [t, { id }, caller] = await Promise.all([getT('reviews'), params, getPageCaller()])
  const { data: review } = await orNotFound(caller.reviews.detail({ id }))
  return { title: `${t('titleOf', { name: review.author ?? t('anonymous') })} · ${t('title')}` }
}

export default async function ReviewPage({ params }: Props) {
  const [t, locale, { id }, caller] = await Promise.all([getT('reviews'), getLocale(), params, getPageCaller()])
  const [{ data: review }, { data: facts }, { data: account }, { data: templates }] = await Promise.all([
    orNotFound(caller.reviews.detail({ id })),
    caller.reviews.facts(),
    requireMemberAccount(caller.account.get()),
    caller.replyTemplates.list({ kind: 'review' }),
  ])
  const suggestions = await suggestContacts(caller, review)
  const site = (await getSiteNameLookup(facts))(review.source)
  const { reply, isRemoving } = review
  const isPending = reply?.state === 'sending' || isRemoving
  return (
    <Page width="medium">
      <PageHeader
        title={review.author ?? t('anonymous')}
        badge={<StarRating rating={review.rating} size={16} />}
        description={[site, review.location?.name].filter(Boolean).join(' · ')}
        back={{ href: '/reviews', label: t('title') }}
        actions={
          review.url !== null && (
            <Button asChild>
              <a href={review.url} target="_blank" rel="noreferrer">
                <ExternalLink size={16} aria-hidden />
                {t('openSite', { site })}
              </a>
            </Button>
          )
        }
      />
      {isPending && <AutoRefresh key={`${reply?.state} ${reply?.dueAt}`} />}
      <Card>
        {review.text === '' ? (
          <p className="text-14 text-ink-faint">{t('noText')}</p>
        ) : (
          <p dir="auto" className="max-w-[72ch] text-16 wrap-anywhere whitespace-pre-line">
            {review.text}
          </p>
        )}
      </Card>
      <Section
        title={t('reply.title')}
        action={reply ? <ReviewReplyBadge state={reply.state} /> : isRemoving && <ReviewReplyBadge state="removing" />}
      >
        <ClientMessages namespaces={['reviews', 'templates']}>
          <ReviewReplySection
            key={reply?.state ?? 'none'}
            review={review}
            site={{ name: site, reach: replyReach(review) }}
            organization={account.organization.name}
            templates={templates}
            state={describeState(t, review, { site, locale })}
            mayManage={account.user.role !== 'member'}
          />
        </ClientMessages>
      </Section>
      <Section title={t('contact.title')}>
        <ClientMessages namespaces={['reviews']}>
          <LazyReviewContact review={review} suggestions={suggestions} />
        </ClientMessages>
      </Section>
      <Section title={t('history.title')}>
        <ReviewHistory review={review} site={site} formatReason={(item) => describePastReplyFailure(locale, item)} />
      </Section>
      <Section title={t('about')}>
        <DefinitionList
          items={[
            { label: t('columns.site'), value: site },
            { label: t('columns.location'), value: review.location?.name },
            { label: t('published'), value: <Time value={review.publishedAt} as="datetime" /> },
            { label: t('edited'), value: review.editedAt && <Time value={review.editedAt} as="datetime" /> },
            { label: t('id'), value: <span className="font-mono text-13">{review.id}</span> },
          ]}
        />
      </Section>
    </Page>
  )
}

/** Of a review without a contact, those whose names match the author's ("Ada L."), unless they are too many to choose from. */
async function suggestContacts(caller: Caller, { author, contact }: ReviewDetail): Promise<Option[]> {
  const search = (author ?? '').replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
  if (contact || search.length < NAME_MIN_CHARACTERS) return []
  const { data, meta } = await caller.contacts.browse({ search, page: 1, limit: SUGGESTIONS_MAX })
  return meta.total > SUGGESTIONS_MAX ? [] : data.map(toContactOption)
}

/** A connection that needs a new sign-in publishes queued replies later. */
function replyReach({ site }: ReviewDetail): 'now' | 'later' | 'never' {
  if (site?.status === 'connected') return 'now'
  return site?.status === 'reconnect' ? 'later' : 'never'
}

type DescribeContext = { site: string; locale: Awaited<ReturnType<typeof getLocale>> }

function describeState(
  t: Awaited<ReturnType<typeof getT<'reviews'>>>,
  review: ReviewDetail,
  { site, locale }: DescribeContext,
): string | null {
  const { reply } = review
  if (reply === null) return review.isRemoving ? t('reply.states.removing', { site }) : null
  const reason = describeReplyFailure(locale, reply)
  switch (reply.state) {
    case 'sending': {
      if (reason === null || reply.dueAt === null) return t('reply.states.sending', { site })
      return t('reply.states.retrying', { site, reason, when: formatRelative(reply.dueAt, new Date(), locale, 'UTC') })
    }
    case 'rejected':
      return reason === null
        ? t('reply.states.rejected', { site })
        : t('reply.states.rejectedBecause', { site, reason })
    case 'failed':
      return t('reply.states.failed', { site, reason: reason ?? '' })
    case 'local':
      return t(replyReach(review) === 'never' ? 'reply.states.local' : 'reply.states.localConnected', { site })
    case 'live':
    case 'pending':
    case 'removing':
      return t(`reply.states.${reply.state}`, { site })
  }
}
