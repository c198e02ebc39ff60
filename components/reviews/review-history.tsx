import {
  type LucideIcon,
  MessageSquareReply,
  MessageSquareX,
  Pencil,
  RotateCcw,
  SquareCheck,
  SquareX,
  Star,
  Timer,
  UserCheck,
  UserX,
} from 'lucide-react'
import { getT } from '@/components/i18n/server'
import { Time } from '@/components/ui/content/time'
import type { ReviewDetail, ReviewHistoryItem } from '@/server/reviews/schema'

const ICONS: Record<string, LucideIcon> = {
  published: Star,
  edited: Pencil,
  matched: UserCheck,
  unmatched: UserX,
  returned: RotateCcw,
  replied: MessageSquareReply,
  reply_edited: MessageSquareReply,
  reply_deleted: MessageSquareX,
  reply_live: SquareCheck,
  reply_pending: Timer,
  reply_rejected: SquareX,
  reply_failed: SquareX,
  site_replied: MessageSquareReply,
  site_reply_changed: MessageSquareReply,
  site_reply_removed: MessageSquareX,
}

type ReviewHistoryProps = {
  review: Pick<ReviewDetail, 'author' | 'publishedAt' | 'history'>
  site: string
  formatReason: (item: ReviewHistoryItem) => string | null
}

type HistoryEntry = Record<'id' | 'kind' | 'at' | 'title', string> & Record<'text' | 'detail' | 'actor', string | null>

export async function ReviewHistory({ review, site, formatReason }: ReviewHistoryProps) {
  const t = await getT('reviews')
  const { author, publishedAt, history } = review
  const name = author ?? t('anonymous')
  const published = { id: 'published', kind: 'published', at: publishedAt, text: null, detail: null, actor: null }
  const entries: HistoryEntry[] = [
    { ...published, title: t('history.published', { site }) },
    // Skips kinds written by a newer release, which have no translation here.
    ...history
      .filter(({ kind }) => kind in ICONS)
      .map((item) => ({
        id: item.id,
        kind: item.kind,
        at: item.at,
        title: t(`history.${item.kind as 'edited'}`, { site, name }),
        text: findText(item),
        detail:
          item.kind === 'edited' && typeof item.values.rating === 'number'
            ? t('history.editedBefore', { stars: t('stars', { count: item.values.rating }) })
            : formatReason(item),
        actor: item.by,
      })),
  ]
  return (
    <ol className="grid">
      {entries.map((entry, index) => (
        <Entry key={entry.id} item={entry} isLast={index === entries.length - 1} />
      ))}
    </ol>
  )
}

/** The new text, or the text before an edit. */
function findText({ kind, values }: ReviewHistoryItem): string | null {
  const { text } = values
  const isShownElsewhere = kind === 'reply_live' || kind === 'reply_pending'
  return typeof text === 'string' && text !== '' && !isShownElsewhere ? text : null
}

function Entry({ item, isLast }: { item: HistoryEntry; isLast: boolean }) {
  const Icon = ICONS[item.kind] ?? Star
  return (
    <li className="grid grid-cols-[32px_minmax(0,1fr)] gap-x-3">
      <span className="grid grid-rows-[32px_1fr] justify-items-center">
        <span className="grid size-8 place-items-center rounded-full border bg-surface text-ink-soft">
          <Icon size={16} aria-hidden />
        </span>
        {!isLast && <span aria-hidden className="w-px bg-line-strong" />}
      </span>
      <div className={`grid content-start gap-1 pt-1.5 text-14 ${isLast ? '' : 'pb-6'}`}>
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="font-medium">{item.title}</span>
          {item.actor !== null && <bdi className="text-ink-soft">{item.actor}</bdi>}
          <Time value={item.at} className="text-13 text-ink-faint" />
        </p>
        {item.detail !== null && <p className="max-w-[70ch] text-ink-soft">{item.detail}</p>}
        {item.text !== null && (
          <p dir="auto" className="max-w-[70ch] text-13 wrap-anywhere whitespace-pre-line text-ink-faint">
            {item.text}
          </p>
        )}
      </div>
    </li>
  )
}
